import { decode } from '@msgpack/msgpack'
import { describe, expect, it } from 'vitest'
import { encodeClientMessage } from '../../src/net/encode'
import type { ClientMessage } from '../../src/net/messages'
import { bytesOf, vectors, withBytes } from './vectors'

describe('encoding client messages', () => {
  it.each(vectors('client'))('says what the vector “$name” says', ({ value, hex }) => {
    const message = withBytes(value) as ClientMessage
    expect(decode(encodeClientMessage(message))).toEqual(decode(bytesOf(hex)))
  })

  it('writes the bytes of the vector of a plain hello', () => {
    const [hello] = vectors('client')
    const bytes = encodeClientMessage(hello!.value as unknown as ClientMessage)
    expect(bytes).toEqual(bytesOf(hello!.hex))
  })

  it('leaves out keys without a value', () => {
    const bytes = encodeClientMessage({ type: 'gust', seq: 1, width: undefined } as never)
    expect(decode(bytes)).toEqual({ type: 'gust', seq: 1 })
  })
})
