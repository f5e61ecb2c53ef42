import { encode } from '@msgpack/msgpack'
import { describe, expect, it } from 'vitest'
import { decodeServerMessage } from '../../src/net/decode'
import { ProtocolError } from '../../src/net/fields'
import { bytesOf, vectors, withBytes } from './vectors'

type Wire = Record<string, any>

const uint32s = (bytes: Uint8Array) => new Uint32Array(bytes.slice().buffer)
const float32s = (bytes: Uint8Array) => new Float32Array(bytes.slice().buffer)

// What the client makes of a message, spelled out from the wire's own words.

// Keys that the client does not read yet are left out.
const scene = ({ obstacles, radius, grids, faces, springs, ...m }: Wire) => ({
  ...m,
  links: uint32s(m.links),
  rest: float32s(m.rest),
  pins: uint32s(m.pins),
  parameters: m.parameters.map((p: Wire) => ({ choices: [], labels: [], ...p })),
})

const state = ({ room, seats, hands, ...m }: Wire) => ({
  burst: false,
  ...m,
  code: room.code,
  title: room.title,
  scene: scene(m.scene),
  members: seats,
  holds: hands,
})

const limits = (m: Wire) => ({
  messageBytes: m.message_bytes,
  commandsPerSecond: m.commands_per_s,
  hands: m.hands,
  nameBytes: m.name_bytes,
})

const event = (m: Wire) => (m.type === 'scene' ? { ...m, scene: scene(m.scene) } : m)

const hand = ([seat, number, ...at]: number[]) => ({ seat, hand: number, at })

function expected(m: Wire): unknown {
  switch (m.type) {
    case 'welcome': {
      const { seat, name, colour, host, measures, ...rest } = m
      const me = { seat, name, colour, host }
      return { ...rest, me, limits: limits(m.limits), state: state(m.state) }
    }
    case 'state':
      return { ...m, state: state(m.state) }
    case 'tick':
      return {
        ...m,
        events: m.events.map(event),
        hands: (m.hands ?? []).map(hand),
        ...(m.frame ? { frame: float32s(m.frame) } : {}),
      }
    case 'closing': {
      const { retry_s: retrySeconds, ...rest } = m
      return { ...rest, retrySeconds }
    }
    case 'pong': {
      const { server_time: serverTime, ...rest } = m
      return { ...rest, serverTime }
    }
    case 'measures':
    case 'spectrum':
    case 'trace':
      return null // not read yet
    default:
      return m
  }
}

describe('decoding server messages', () => {
  it.each(vectors('server'))('reads the vector “$name”', ({ value, hex }) => {
    expect(decodeServerMessage(bytesOf(hex))).toEqual(expected(withBytes(value) as Wire))
  })

  it.each(vectors('server'))('refuses “$name” cut short', ({ hex }) => {
    expect(() => decodeServerMessage(bytesOf(hex).slice(0, -1))).toThrow(ProtocolError)
  })

  it('ignores message types that it does not know', () => {
    expect(decodeServerMessage(encode({ type: 'fanfare', volume: 11 }))).toBeNull()
  })

  it('ignores event types that it does not know, and keeps the others', () => {
    const events = [{ type: 'fanfare', step: 1 }, { type: 'left', step: 1, seat: 2 }]
    const tick = { type: 'tick', e0: 1, e: 3, events, step: 1, time: 0, lost: 0 }
    expect(decodeServerMessage(encode(tick))).toMatchObject({ e: 3, events: [events[1]] })
  })

  it('ignores keys that it does not know', () => {
    const ack = { type: 'ack', seq: 1, step: 2, mood: 'good' }
    expect(decodeServerMessage(encode(ack))).toEqual({ type: 'ack', seq: 1, step: 2 })
  })

  it('names the field that is missing', () => {
    expect(() => decodeServerMessage(encode({ type: 'ack', seq: 1 }))).toThrow('"step"')
  })

  it('names the field that has the wrong type', () => {
    expect(() => decodeServerMessage(encode({ type: 'ack', seq: -1, step: 2 }))).toThrow('"seq"')
  })

  it('refuses a message that is no map', () => {
    expect(() => decodeServerMessage(encode([1, 2]))).toThrow(ProtocolError)
  })

  it('refuses a link to a particle past the end', () => {
    const [welcome] = vectors('server').map((vector) => withBytes(vector.value) as Wire)
    const wrong = { ...welcome!, state: { ...welcome!.state } }
    wrong.state.scene = { ...wrong.state.scene, particles: 1 }
    expect(() => decodeServerMessage(encode(wrong))).toThrow('"links"')
  })

  it('refuses labels that do not match the choices', () => {
    const { value } = vectors('server').find(({ name }) => name === 'state, a world that has burst')!
    const { state } = withBytes(value) as Wire
    const [parameter] = state.scene.parameters.slice(-1)
    const scene = { ...state.scene, parameters: [{ ...parameter, labels: ['One'] }] }
    const wrong = { type: 'state', state: { ...state, scene } }
    expect(() => decodeServerMessage(encode(wrong))).toThrow('"labels"')
  })

  it('refuses a frame that is not made of whole numbers of bytes', () => {
    const tick = { type: 'tick', e0: 0, e: 0, events: [], step: 1, time: 0, lost: 0 }
    const odd = { ...tick, frame: new Uint8Array(5) }
    expect(() => decodeServerMessage(encode(odd))).toThrow('"frame"')
  })
})
