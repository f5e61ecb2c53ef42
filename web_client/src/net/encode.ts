import { encode } from '@msgpack/msgpack'
import type { ClientMessage } from './messages'

export function encodeClientMessage(message: ClientMessage): Uint8Array<ArrayBuffer> {
  return encode(message, { ignoreUndefined: true }) as Uint8Array<ArrayBuffer>
}
