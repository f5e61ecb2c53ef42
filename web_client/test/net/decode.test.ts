import { encode } from '@msgpack/msgpack'
import { describe, expect, it } from 'vitest'
import { decodeServerMessage } from '../../src/net/decode'
import { NO_RULES } from '../../src/model/rules'
import { ProtocolError } from '../../src/net/fields'
import { bytesOf, vectors, withBytes } from './vectors'

type Wire = Record<string, any>

const uint32s = (bytes: Uint8Array) => new Uint32Array(bytes.slice().buffer)
const float32s = (bytes: Uint8Array) => new Float32Array(bytes.slice().buffer)

// What the client makes of a message, spelled out from the wire's own words.

const scene = ({ obstacles = [], radius = 0, grids = [], faces, springs = 0, ...m }: Wire) => ({
  ...m,
  obstacles: obstacles.map(({ half_size: halfSize, ...o }: Wire) =>
    halfSize ? { ...o, halfSize } : o,
  ),
  radius,
  grids,
  faces: faces ? uint32s(faces) : new Uint32Array(0),
  springs,
  links: uint32s(m.links),
  rest: float32s(m.rest),
  pins: uint32s(m.pins),
  parameters: m.parameters.map((p: Wire) => ({ choices: [], labels: [], ...p })),
})

const rules = ({ names_hidden: namesHidden, pull_limit: pullLimit, ...m }: Wire) => ({
  ...m,
  namesHidden,
  pullLimit,
})

const member = (m: Wire) => ({ watch: false, named: [], ...m })

const state = ({ room, seats, hands, host_away = false, can_undo = false, ...m }: Wire) => ({
  burst: false,
  slow: 1,
  notice: null,
  ...m,
  hostAway: host_away,
  canUndo: can_undo,
  rules: m.rules ? rules(m.rules) : NO_RULES,
  code: room.code,
  title: room.title,
  scene: scene(m.scene),
  members: seats.map(member),
  holds: hands,
})

const limits = (m: Wire) => ({
  messageBytes: m.message_bytes,
  commandsPerSecond: m.commands_per_s,
  hands: m.hands,
  nameBytes: m.name_bytes,
  capacity: m.capacity ?? null,
})

const event = (m: Wire) => {
  if (m.type === 'joined' || m.type === 'member') return member(m)
  return {
    ...m,
    ...(m.scene ? { scene: scene(m.scene) } : {}),
    ...(m.rules ? { rules: rules(m.rules) } : {}),
  }
}

const hand = ([seat, number, ...at]: number[]) => ({ seat, hand: number, at })

function expected(m: Wire): unknown {
  switch (m.type) {
    case 'welcome': {
      const { seat, name, colour, host, watch = false, named = [], ...others } = m
      const { measures = [], simd = null, ...rest } = others
      const me = { seat, name, colour, host, watch, named }
      return { ...rest, simd, measures, me, limits: limits(m.limits), state: state(m.state) }
    }
    case 'state':
      return { ...m, state: state(m.state) }
    case 'tick':
      return {
        ...m,
        events: m.events.map(event),
        hands: (m.hands ?? []).map(hand),
      }
    case 'quality':
      return {
        type: 'quality',
        members: new Map(
          m.members.map(({ seat, round_trip: roundTrip = null, ...of }: Wire) => [
            seat,
            { roundTrip, ...of },
          ]),
        ),
      }
    case 'closing': {
      const { retry_s: retrySeconds, ...rest } = m
      return { ...rest, retrySeconds }
    }
    case 'pong': {
      const { server_time: serverTime, ...rest } = m
      return { ...rest, serverTime }
    }
    case 'measures': {
      const { type, pins, ...rest } = m
      return { type, measures: { ...rest, pins: pins ? float32s(pins) : null } }
    }
    case 'spectrum': {
      const { type, amplitudes, ...rest } = m
      return { type, spectrum: { ...rest, amplitudes: float32s(amplitudes) } }
    }
    case 'trace': {
      const { type, seq, step, h, substeps, sweeps, complete } = m
      const each = m.positions.length / 4
      return {
        type,
        seq,
        trace: {
          ...{ step, h, substeps, sweeps, complete },
          positions: float32s(m.positions),
          predicted: parts(float32s(m.predicted), each),
          moved: parts(float32s(m.moved), each),
          velocities: float32s(m.velocities),
          final: float32s(m.final),
          corrections: corrections(m),
        },
      }
    }
    default:
      return m
  }
}

const parts = (all: Float32Array, each: number) =>
  [...Array(each ? all.length / each : 0).keys()].map((i) => all.slice(i * each, (i + 1) * each))

const triple = (values: ArrayLike<number>, i: number) => [0, 1, 2].map((c) => values[3 * i + c])

function corrections(m: Wire) {
  const words = uint32s(m.records)
  const gradients = float32s(m.gradients)
  const by = new Float64Array(m.corrections.slice().buffer)
  return [...float32s(m.values)].map((value, record) => {
    const [substep, sweep, kind, first, count] = words.slice(5 * record) as unknown as number[]
    const terms = [...Array(count).keys()].map((t) => first! + t)
    return {
      ...{ substep, sweep, kind: m.kinds[kind!], value },
      terms: terms.map((t) => ({
        particle: uint32s(m.term_particles)[t],
        gradient: triple(gradients, t),
        by: triple(by, t),
      })),
    }
  })
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

  it('leaves out rights that it does not know', () => {
    const bytes = encode({ type: 'rights', rights: ['grab', 'fly'] })
    expect(decodeServerMessage(bytes)).toEqual({ type: 'rights', rights: ['grab'] })
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

  it.each([
    ['records', new Uint8Array(4)],
    ['values', new Uint8Array(4)],
    ['gradients', new Uint8Array(8)],
    ['corrections', new Uint8Array(12)],
    ['term_particles', Uint8Array.of(255, 0, 0, 0)],
    ['predicted', new Uint8Array(4)],
    ['final', new Uint8Array(4)],
  ])('refuses a trace whose “%s” does not fit the rest', (key, bytes) => {
    const { value } = vectors('server').find(({ name }) => name === 'trace')!
    const wrong = { ...(withBytes(value) as Wire), [key]: bytes }
    expect(() => decodeServerMessage(encode(wrong))).toThrow(ProtocolError)
  })

  it('refuses a grid that reaches past the last particle', () => {
    const { value } = vectors('server').find(({ name }) => name.includes('grids and faces'))!
    const { state } = withBytes(value) as Wire
    const scene = { ...state.scene, grids: [{ first: 1, columns: 1000, rows: 1000 }] }
    const wrong = { type: 'state', state: { ...state, scene } }
    expect(() => decodeServerMessage(encode(wrong))).toThrow('"grids"')
  })

  it('leaves out an obstacle of a shape that it does not know', () => {
    const { value } = vectors('server').find(({ name }) => name.includes('obstacles'))!
    const { state } = withBytes(value) as Wire
    const obstacles = [{ shape: 'torus', ring: 2 }, ...state.scene.obstacles]
    const more = { type: 'state', state: { ...state, scene: { ...state.scene, obstacles } } }
    expect(decodeServerMessage(encode(more))).toEqual(expected(withBytes(value) as Wire))
  })
})
