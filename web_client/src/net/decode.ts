import { decode } from '@msgpack/msgpack'
import type { LetGoReason, RoomEvent } from '../model/events'
import type { MeasureKind, Measures, Spectrum } from '../model/measures'
import type { HandTarget } from '../model/playback'
import type { Hold } from '../model/room'
import { NO_RULES } from '../model/rules'
import type { Grid, Obstacle, Scene } from '../model/scene'
import { member, quality, rights, roster, rules } from './decode_class'
import { parameter } from './decode_parameter'
import { trace } from './decode_trace'
import {
  asFields,
  bin,
  bool,
  float,
  float32s,
  list,
  map,
  optional,
  ProtocolError,
  text,
  uint,
  uint32s,
  vector,
  type Fields,
} from './fields'
import type { ServerMessage, Snapshot, Tick, Welcome } from './messages'

/** A message from the server, or null when its type is not known to this client. */
export function decodeServerMessage(bytes: Uint8Array): ServerMessage | null {
  let value: unknown
  try {
    value = decode(bytes)
  } catch (error) {
    throw new ProtocolError(`not msgpack: ${error instanceof Error ? error.message : error}`)
  }
  const m = asFields(value, 'message')
  switch (text(m, 'type')) {
    case 'welcome':
      return welcome(m)
    case 'state':
      return { type: 'state', state: snapshot(map(m, 'state')) }
    case 'tick':
      return tick(m)
    case 'measures':
      return { type: 'measures', measures: measures(m) }
    case 'spectrum':
      return { type: 'spectrum', spectrum: spectrum(m) }
    case 'trace':
      return { type: 'trace', seq: uint(m, 'seq'), trace: trace(m) }
    case 'rights':
      return { type: 'rights', rights: rights(m, 'rights') }
    case 'rate':
      return { type: 'rate', rate: frameRate(m) }
    case 'waiting':
      return { type: 'waiting', seat: uint(m, 'seat') }
    case 'roster':
      return { type: 'roster', members: roster(m) }
    case 'quality':
      return { type: 'quality', members: quality(m) }
    case 'ack':
      return { type: 'ack', seq: uint(m, 'seq'), step: uint(m, 'step') }
    case 'refused':
      return {
        type: 'refused',
        ...optionally('seq', optional(m, 'seq', uint)),
        code: text(m, 'code'),
        message: text(m, 'message'),
      }
    case 'closing':
      return { type: 'closing', message: text(m, 'message'), retrySeconds: uint(m, 'retry_s') }
    case 'pong':
      return {
        type: 'pong',
        time: float(m, 'time'),
        serverTime: float(m, 'server_time'),
        step: uint(m, 'step'),
      }
    default:
      return null
  }
}

/** Frames per second. */
function frameRate(m: Fields): number {
  const rate = uint(m, 'rate')
  if (rate === 0) throw new ProtocolError('"rate" is 0')
  return rate
}

/** A scene, as it comes in a state and in a scene event. */
function scene(m: Fields): Scene {
  const links = uint32s(m, 'links')
  const rest = float32s(m, 'rest')
  const pins = uint32s(m, 'pins')
  const particles = uint(m, 'particles')
  const view = map(m, 'view')
  if (links.length !== 2 * rest.length) throw new ProtocolError('"links" and "rest" disagree')
  if (links.some((particle) => particle >= particles)) {
    throw new ProtocolError('"links" names a particle past the end')
  }
  if (pins.some((particle) => particle >= particles)) {
    throw new ProtocolError('"pins" names a particle past the end')
  }
  const faces = optional(m, 'faces', uint32s) ?? new Uint32Array(0)
  if (faces.length % 3 !== 0 || faces.some((particle) => particle >= particles)) {
    throw new ProtocolError('"faces" does not hold triangles of particles')
  }
  const grids = optional(m, 'grids', (f, key) => list(f, key, grid)) ?? []
  if (grids.some(({ first, columns, rows }) => first + columns * rows > particles)) {
    throw new ProtocolError('"grids" reaches past the last particle')
  }
  const springs = optional(m, 'springs', uint) ?? 0
  if (springs > rest.length) throw new ProtocolError('"springs" counts more than the links')
  return {
    name: text(m, 'name'),
    title: text(m, 'title'),
    version: uint(m, 'version'),
    h: float(m, 'h'),
    particles,
    links,
    rest,
    pins,
    view: { centre: vector(view, 'centre'), radius: float(view, 'radius') },
    parameters: list(m, 'parameters', (item) => parameter(asFields(item, 'parameters'))),
    obstacles: (optional(m, 'obstacles', (f, key) => list(f, key, obstacle)) ?? []).filter(
      (known): known is Obstacle => known !== null,
    ),
    radius: optional(m, 'radius', float) ?? 0,
    grids,
    faces,
    springs,
  }
}

function grid(item: unknown): Grid {
  const m = asFields(item, 'grids')
  return { first: uint(m, 'first'), columns: uint(m, 'columns'), rows: uint(m, 'rows') }
}

/** A shape that this client does not know is not drawn. */
function obstacle(item: unknown): Obstacle | null {
  const m = asFields(item, 'obstacles')
  const shape = text(m, 'shape')
  switch (shape) {
    case 'capsule':
      return { shape, from: vector(m, 'from'), to: vector(m, 'to'), radius: float(m, 'radius') }
    case 'box':
      return { shape, centre: vector(m, 'centre'), halfSize: vector(m, 'half_size') }
    case 'slope':
      return { shape, point: vector(m, 'point'), normal: vector(m, 'normal') }
    default:
      return null
  }
}

function welcome(m: Fields): Welcome {
  const limits = map(m, 'limits')
  return {
    type: 'welcome',
    version: uint(m, 'version'),
    server: text(m, 'server'),
    core: uint(m, 'core'),
    simd: optional(m, 'simd', text) ?? null,
    me: member(m),
    rights: rights(m, 'rights'),
    resume: text(m, 'resume'),
    encoding: text(m, 'encoding'),
    rate: frameRate(m),
    limits: {
      messageBytes: uint(limits, 'message_bytes'),
      commandsPerSecond: uint(limits, 'commands_per_s'),
      hands: uint(limits, 'hands'),
      nameBytes: uint(limits, 'name_bytes'),
      capacity: optional(limits, 'capacity', uint) ?? null,
    },
    measures: optional(m, 'measures', (f, key) => list(f, key, measureKind)) ?? [],
    state: snapshot(map(m, 'state')),
  }
}

function measureKind(item: unknown): MeasureKind {
  const m = asFields(item, 'measures')
  return { name: text(m, 'name'), title: text(m, 'title'), unit: text(m, 'unit') }
}

function measures(m: Fields): Measures {
  const told = map(m, 'values')
  const values = Object.fromEntries(Object.keys(told).map((name) => [name, float(told, name)]))
  const pins = optional(m, 'pins', float32s) ?? null
  return { step: uint(m, 'step'), time: float(m, 'time'), values, pins }
}

function spectrum(m: Fields): Spectrum {
  return {
    step: uint(m, 'step'),
    particle: uint(m, 'particle'),
    hz: float(m, 'hz'),
    amplitudes: float32s(m, 'amplitudes'),
    expected: list(m, 'expected', Number),
  }
}

function snapshot(m: Fields): Snapshot {
  const room = map(m, 'room')
  return {
    e: uint(m, 'e'),
    step: uint(m, 'step'),
    lost: uint(m, 'lost'),
    paused: bool(m, 'paused'),
    burst: optional(m, 'burst', bool) ?? false,
    slow: optional(m, 'slow', uint) ?? 1,
    hostAway: optional(m, 'host_away', bool) ?? false,
    canUndo: optional(m, 'can_undo', bool) ?? false,
    notice: optional(m, 'notice', text) || null,
    rules: optional(m, 'rules', rules) ?? NO_RULES,
    code: text(room, 'code'),
    title: text(room, 'title'),
    scene: scene(map(m, 'scene')),
    members: list(m, 'seats', (item) => member(asFields(item, 'seats'))),
    holds: list(m, 'hands', (item) => hold(asFields(item, 'hands'))),
  }
}

function tick(m: Fields): Tick {
  const frame = optional(m, 'frame', bin)
  return {
    type: 'tick',
    e0: uint(m, 'e0'),
    e: uint(m, 'e'),
    events: list(m, 'events', (item) => event(asFields(item, 'events'))).filter(
      (known): known is RoomEvent => known !== null,
    ),
    step: uint(m, 'step'),
    time: float(m, 'time'),
    lost: uint(m, 'lost'),
    ...optionally('frame', frame),
    hands: optional(m, 'hands', (f, key) => list(f, key, handTarget)) ?? [],
  }
}

function event(m: Fields): RoomEvent | null {
  const step = uint(m, 'step')
  const by = { step, ...optionally('seat', optional(m, 'seat', uint)) }
  const type = text(m, 'type')
  switch (type) {
    case 'joined':
    case 'member':
      return { type, step, ...member(m) }
    case 'left':
      return { type, step, seat: uint(m, 'seat') }
    case 'taken':
      return { type, step, ...hold(m) }
    case 'let_go':
      return {
        type,
        step,
        seat: uint(m, 'seat'),
        hand: uint(m, 'hand'),
        reason: text(m, 'reason') as LetGoReason,
      }
    case 'gust':
      return {
        type,
        ...by,
        direction: vector(m, 'direction'),
        strength: float(m, 'strength'),
        duration: float(m, 'duration'),
        width: float(m, 'width'),
      }
    case 'parameter':
      return { type, ...by, name: text(m, 'name'), value: float(m, 'value') }
    case 'paused':
    case 'resumed':
    case 'reset':
    case 'rekick':
    case 'burst':
      return { type, ...by }
    case 'scene':
    case 'undone':
      return { type, ...by, scene: scene(map(m, 'scene')) }
    case 'speed':
      return { type, ...by, slow: uint(m, 'slow') }
    case 'rules':
      return { type, ...by, rules: rules(m, 'rules') }
    case 'code':
      return { type, ...by, code: text(m, 'code') }
    case 'broadcast':
      return { type, ...by, text: text(m, 'text') }
    case 'host_away':
      return { type, ...by, away: bool(m, 'away') }
    default:
      return null
  }
}

function hold(m: Fields): Hold {
  return { seat: uint(m, 'seat'), hand: uint(m, 'hand'), particle: uint(m, 'particle') }
}

function handTarget(item: unknown): HandTarget {
  if (!Array.isArray(item) || item.length < 5 || !item.every(Number.isFinite)) {
    throw new ProtocolError('"hands" does not hold [seat, hand, x, y, z]')
  }
  const [seat, hand, x, y, z] = item as [number, number, number, number, number]
  return { seat, hand, at: [x, y, z] }
}

/** `{key: value}`, or nothing at all when the value is absent. */
function optionally<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value })
}
