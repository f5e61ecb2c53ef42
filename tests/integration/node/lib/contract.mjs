// The tables of docs/PROTOCOL.md: every message of the server is held against them, key by key.
import assert from 'node:assert/strict'

// ---- kinds of values ---------------------------------------------------------------------------

function kind(name, test) {
  return (value, path) => assert.ok(test(value), `${path} must be ${name}, not ${show(value)}`)
}

function show(value) {
  return value instanceof Uint8Array ? `${value.length} bytes` : JSON.stringify(value)
}

const uint = kind('a uint', (v) => Number.isSafeInteger(v) && v >= 0)
const float = kind('a finite number', (v) => Number.isFinite(v))
const bool = kind('a bool', (v) => typeof v === 'boolean')
const text = kind('a string', (v) => typeof v === 'string')
const bin = kind('a bin', (v) => v instanceof Uint8Array)
const colour = kind('a colour', (v) => /^#[0-9a-f]{6}$/.test(v))
const oneOf = (...values) => kind(`one of ${values}`, (v) => values.includes(v))

function arrayOf(check, length) {
  return (value, path) => {
    assert.ok(Array.isArray(value), `${path} must be an array, not ${show(value)}`)
    if (length !== undefined) assert.equal(value.length, length, `entries of ${path}`)
    value.forEach((entry, i) => check(entry, `${path}[${i}]`))
  }
}

function optional(check) {
  const copy = (value, path) => check(value, path)
  copy.optional = true
  return copy
}

// A map with these keys and no others: what the server sends is what the page says.
function map(shape) {
  return (value, path) => {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    assert.ok(isMap && !(value instanceof Uint8Array), `${path} must be a map`)
    for (const key of Object.keys(value)) assert.ok(key in shape, `${path}.${key} is not documented`)
    for (const [key, check] of Object.entries(shape)) {
      if (check.optional && !(key in value)) continue
      assert.ok(key in value, `${path}.${key} is missing`)
      check(value[key], `${path}.${key}`)
    }
  }
}

const vector = arrayOf(float, 3)

// ---- the tables --------------------------------------------------------------------------------

export const RATES = [60, 30, 20, 10, 1]
export const RIGHTS = ['grab', 'gust', 'iterations', 'parameters', 'time', 'reset', 'scene']
const CODES = ['bad_message', 'unknown_type', 'missing_field', 'bad_type', 'out_of_range',
  'not_joined', 'already_joined', 'unsupported_version', 'no_encoding', 'no_such_room', 'room_full',
  'bad_key', 'bad_name', 'not_allowed', 'too_fast', 'busy', 'no_such_particle', 'pinned',
  'hand_in_use', 'no_such_hand', 'too_many_hands', 'too_many_gusts', 'no_such_parameter',
  'no_such_scene', 'too_costly', 'not_paused', 'out_of_memory', 'too_many_probes', 'room_closed',
  'not_admitted', 'removed', 'room_ended', 'no_such_member', 'nothing_to_undo']

const parameter = map({
  name: text, title: text, unit: text, kind: oneOf('float', 'int', 'bool', 'choice'), min: float,
  max: float, default: float, value: float, live: bool, choices: optional(arrayOf(float)),
  labels: optional(arrayOf(text)),
})

const obstacles = {
  capsule: map({ shape: text, from: vector, to: vector, radius: float }),
  box: map({ shape: text, centre: vector, half_size: vector }),
  slope: map({ shape: text, point: vector, normal: vector }),
}

function obstacle(value, path) {
  assert.ok(value.shape in obstacles, `${path}: no obstacle is called ${value.shape}`)
  obstacles[value.shape](value, path)
}

const sceneMap = map({
  name: text, title: text, version: uint, h: float, particles: uint, links: bin, rest: bin,
  pins: bin, view: map({ centre: vector, radius: float }), obstacles: optional(arrayOf(obstacle)),
  radius: optional(float), grids: optional(arrayOf(map({ first: uint, columns: uint, rows: uint }))),
  faces: optional(bin), springs: optional(uint), parameters: arrayOf(parameter),
})

function scene(value, path) {
  sceneMap(value, path)
  const links = uint32s(value.links)
  assert.equal(value.links.length % 8, 0, `${path}.links holds pairs`)
  assert.equal(value.rest.length, value.links.length / 2, `${path}.rest has a length for each link`)
  for (const end of links) assert.ok(end < value.particles, `${path}.links: particle ${end}`)
  for (const pin of uint32s(value.pins)) assert.ok(pin < value.particles, `${path}.pins: ${pin}`)
  for (const grid of value.grids ?? []) {
    const end = grid.first + grid.columns * grid.rows
    assert.ok(end <= value.particles, `${path}.grids: ${JSON.stringify(grid)}`)
  }
  const faces = value.faces ? uint32s(value.faces) : []
  assert.equal(faces.length % 3, 0, `${path}.faces holds triangles`)
  for (const corner of faces) assert.ok(corner < value.particles, `${path}.faces: ${corner}`)
  if ('springs' in value) assert.ok(4 * value.springs <= value.rest.length, `${path}.springs`)
  for (const p of value.parameters) {
    assert.ok(p.min <= p.value && p.value <= p.max, `${path}: ${p.name} is ${p.value}`)
    assert.equal('choices' in p, p.kind === 'choice', `${path}: choices of ${p.name}`)
    if (p.choices) assert.ok(p.choices.includes(p.value), `${path}: ${p.name} is ${p.value}`)
    if (p.labels) assert.equal(p.labels.length, p.choices?.length, `${path}: labels of ${p.name}`)
  }
}

const rights = arrayOf(oneOf(...RIGHTS))
const seat = {
  seat: uint, name: text, colour, host: bool, watch: optional(oneOf(true)), named: optional(rights),
}
const SLOW = [1, 2, 4, 8, 16]

const rules = map({
  rights: map(Object.fromEntries(RIGHTS.map((right) => [right, oneOf('everyone', 'named', 'hosts')]))),
  frozen: bool, newcomers: oneOf('open', 'ask', 'closed'), capacity: uint, names_hidden: bool,
  away: oneOf('carry_on', 'freeze'), pull_limit: float,
})

const state = map({
  e: uint, step: uint, lost: uint, paused: bool, burst: optional(oneOf(true)),
  slow: optional(oneOf(...SLOW.slice(1))), host_away: optional(oneOf(true)),
  can_undo: optional(oneOf(true)), notice: optional(text), rules,
  room: map({ code: text, title: text }), scene, seats: arrayOf(map(seat)),
  hands: arrayOf(map({ seat: uint, hand: uint, particle: uint })),
})

const handTarget = (value, path) => {
  arrayOf(float, 5)(value, path)
  uint(value[0], `${path}[0]`)
  uint(value[1], `${path}[1]`)
}

const event = { type: text, step: uint }
const events = {
  joined: map({ ...event, ...seat }),
  left: map({ ...event, seat: uint }),
  taken: map({ ...event, seat: uint, hand: uint, particle: uint }),
  let_go: map({
    ...event, seat: uint, hand: uint,
    reason: oneOf('released', 'disconnected', 'reset', 'scene', 'frozen', 'host', 'silent',
      'not_allowed', 'undone'),
  }),
  gust: map({
    ...event, seat: optional(uint), direction: vector, strength: float, duration: float,
    width: float,
  }),
  parameter: map({ ...event, seat: optional(uint), name: text, value: float }),
  paused: map({ ...event, seat: optional(uint) }),
  resumed: map({ ...event, seat: optional(uint) }),
  reset: map({ ...event, seat: optional(uint) }),
  rekick: map({ ...event, seat: optional(uint) }),
  scene: map({ ...event, seat: optional(uint), scene }),
  burst: map(event),
  rules: map({ ...event, seat: optional(uint), rules }),
  member: map({ ...event, ...seat }),
  speed: map({ ...event, seat: optional(uint), slow: oneOf(...SLOW) }),
  undone: map({ ...event, seat: optional(uint), scene }),
  code: map({ ...event, seat: optional(uint), code: text }),
  broadcast: map({ ...event, seat: optional(uint), text }),
  host_away: map({ ...event, away: bool }),
}

function anyEvent(value, path) {
  assert.ok(value.type in events, `${path}: no event is called ${value.type}`)
  events[value.type](value, `${path} (${value.type})`)
}

const values = (value, path) => {
  for (const [name, number] of Object.entries(value)) float(number, `${path}.${name}`)
}

const trace = map({
  type: text, seq: uint, step: uint, h: float, substeps: uint, sweeps: uint, complete: bool,
  kinds: arrayOf(text), positions: bin, predicted: bin, moved: bin, velocities: bin, final: bin,
  records: bin, values: bin, term_particles: bin, gradients: bin, corrections: bin,
})

const messages = {
  welcome: map({
    type: text, version: oneOf(1), server: text, core: uint, simd: text, ...seat,
    rights, resume: text, encoding: oneOf('f32'), rate: oneOf(...RATES),
    limits: map({
      message_bytes: uint, commands_per_s: uint, hands: uint, name_bytes: uint, capacity: uint,
    }),
    measures: arrayOf(map({ name: text, title: text, unit: text })), state,
  }),
  state: map({ type: text, state }),
  tick: map({
    type: text, e0: uint, e: uint, events: arrayOf(anyEvent), step: uint, time: float, lost: uint,
    frame: optional(bin), hands: optional(arrayOf(handTarget)),
  }),
  ack: map({ type: text, seq: uint, step: uint }),
  refused: map({ type: text, seq: optional(uint), code: oneOf(...CODES), message: text }),
  closing: map({ type: text, message: text, retry_s: uint }),
  pong: map({ type: text, time: float, server_time: float, step: uint }),
  measures: map({ type: text, step: uint, time: float, values, pins: optional(bin) }),
  spectrum: map({
    type: text, step: uint, particle: uint, hz: float, amplitudes: bin, expected: arrayOf(float),
  }),
  trace,
  rights: map({ type: text, rights }),
  rate: map({ type: text, rate: oneOf(...RATES) }),
  waiting: map({ type: text, seat: uint }),
  roster: map({ type: text, members: arrayOf(map({ seat: uint, name: text, waiting: bool })) }),
  quality: map({
    type: text,
    members: arrayOf(map({ seat: uint, round_trip: optional(float), skipped: uint, silent: float })),
  }),
}

// What a trace says of itself must fit.
function assertTrace(m) {
  const floats = m.positions.length / 4
  const recorded = m.predicted.length / m.positions.length
  const [records, terms] = [m.values.length / 4, m.term_particles.length / 4]
  assert.equal(floats % 3, 0, 'positions of particles')
  for (const key of ['velocities', 'final']) assert.equal(m[key].length, 4 * floats, key)
  assert.ok(Number.isInteger(recorded) && recorded <= m.substeps, 'recorded substeps')
  assert.equal(m.moved.length, m.predicted.length)
  assert.equal(m.records.length, 20 * records)
  assert.equal(m.gradients.length, 12 * terms)
  assert.equal(m.corrections.length, 24 * terms)
  assert.ok(records <= 16384 && terms <= 65536, 'no more than is promised')
  let next = 0
  for (let r = 0, row = uint32s(m.records); r < records; r++) {
    const [substep, sweep, kind, first, count] = row.subarray(5 * r, 5 * r + 5)
    assert.ok(substep < recorded && sweep < m.sweeps && kind < m.kinds.length, `record ${r}`)
    assert.equal(first, next, `terms of record ${r}`)
    next += count
  }
  assert.equal(next, terms, 'every term belongs to a record')
  for (const particle of uint32s(m.term_particles)) assert.ok(3 * particle < floats, 'a particle')
}

/** Throws unless the value is a message that docs/PROTOCOL.md describes. */
export function assertMessage(value) {
  assert.ok(value?.type in messages, `no message is called ${value?.type}`)
  messages[value.type](value, value.type)
  if (value.type === 'trace') assertTrace(value)
}

// ---- bins --------------------------------------------------------------------------------------

function aligned(bytes) {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}

export const uint32s = (bytes) => new Uint32Array(aligned(bytes))
export const float32s = (bytes) => new Float32Array(aligned(bytes))
export const float64s = (bytes) => new Float64Array(aligned(bytes))
