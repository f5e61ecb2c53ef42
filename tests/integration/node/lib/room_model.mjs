// What a client knows of a room, by the tables "state" and "Room events" of docs/PROTOCOL.md. An
// event that does not fit what happened before it is a broken rule, and throws.
import assert from 'node:assert/strict'
import { uint32s } from './contract.mjs'

const holdKey = (seat, hand) => `${seat}:${hand}`

export class RoomModel {
  constructor(state) {
    this.code = state.room.code
    this.title = state.room.title
    this.step = state.step
    this.paused = state.paused
    this.burst = state.burst ?? false
    this.slow = state.slow ?? 1
    this.hostAway = state.host_away ?? false
    this.canUndo = state.can_undo ?? false
    this.notice = state.notice ?? ''
    this.rules = state.rules
    this.scene = state.scene
    this.seats = new Map(state.seats.map((seat) => [seat.seat, seat]))
    this.holds = new Map(state.hands.map((h) => [holdKey(h.seat, h.hand), h.particle]))
    assert.equal(this.seats.size, state.seats.length, 'a seat is listed twice')
    for (const { seat } of state.hands) assert.ok(this.seats.has(seat), `a hand of seat ${seat}`)
  }

  parameter(name) {
    return this.scene.parameters.find((p) => p.name === name)
  }

  particleOf(seat, hand) {
    return this.holds.get(holdKey(seat, hand))
  }

  apply(event) {
    assert.ok(event.step >= this.step, `${event.type}: the step fell to ${event.step}`)
    this.step = event.step
    if ('seat' in event && event.type !== 'joined' && event.type !== 'member') {
      assert.ok(this.seats.has(event.seat), `${event.type} by seat ${event.seat}, who is not here`)
    }
    effects[event.type](this, event)
  }

  /** What two clients at the same cursor must agree on. */
  summary() {
    return {
      code: this.code,
      title: this.title,
      paused: this.paused,
      burst: this.burst,
      slow: this.slow,
      hostAway: this.hostAway,
      canUndo: this.canUndo,
      notice: this.notice,
      rules: this.rules,
      scene: this.scene,
      seats: [...this.seats.values()].sort((a, b) => a.seat - b.seat),
      holds: [...this.holds].sort(([a], [b]) => (a < b ? -1 : 1)),
    }
  }
}

const effects = {
  joined(room, { type, step, ...member }) {
    room.seats.set(member.seat, member)
  },

  member(room, { type, step, ...member }) {
    assert.ok(room.seats.has(member.seat), `seat ${member.seat} is not here`)
    room.seats.set(member.seat, member)
  },

  rules(room, { rules }) {
    room.rules = rules
  },

  speed(room, { slow }) {
    room.slow = slow
  },

  code(room, { code }) {
    room.code = code
  },

  broadcast(room, { text }) {
    room.notice = text
  },

  host_away(room, { away }) {
    assert.notEqual(away, room.hostAway, 'told twice')
    room.hostAway = away
  },

  left(room, { seat }) {
    for (const key of room.holds.keys()) {
      assert.ok(!key.startsWith(`${seat}:`), `seat ${seat} left with hand ${key} still holding`)
    }
    room.seats.delete(seat)
  },

  taken(room, { seat, hand, particle }) {
    const key = holdKey(seat, hand)
    assert.ok(!room.holds.has(key), `hand ${key} holds already`)
    assert.ok(particle < room.scene.particles, `particle ${particle} does not exist`)
    assert.ok(!uint32s(room.scene.pins).includes(particle), `particle ${particle} is a pin`)
    room.holds.set(key, particle)
  },

  let_go(room, { seat, hand }) {
    assert.ok(room.holds.delete(holdKey(seat, hand)), `hand ${hand} of seat ${seat} held nothing`)
  },

  gust(room, { direction, strength, duration, width }) {
    assert.ok(direction.some((c) => c !== 0), 'a gust blows somewhere')
    assert.ok(strength >= 0 && strength <= 100, `strength ${strength}`)
    assert.ok(duration >= Math.fround(0.02) && duration <= 10, `duration ${duration}`)
    assert.ok(width >= 0 && width <= 10, `width ${width}`)
  },

  parameter(room, { name, value }) {
    const parameter = room.parameter(name)
    assert.ok(parameter, `the scene has no parameter ${name}`)
    assert.ok(parameter.live, `${name} builds the world anew, yet no scene event came`)
    assert.ok(parameter.min <= value && value <= parameter.max, `${name} = ${value}`)
    if (name === 'stepping' && parameter.value !== value) room.burst = false
    parameter.value = value
  },

  paused(room) {
    assert.ok(!room.paused, 'paused twice')
    room.paused = true
  },

  resumed(room) {
    assert.ok(room.paused, 'resumed twice')
    room.paused = false
  },

  reset(room) {
    assert.equal(room.holds.size, 0, 'hands are let go before a reset')
    room.burst = false
    room.canUndo = true
  },

  undone(room, { scene }) {
    assert.ok(room.canUndo, 'there was something to undo')
    assert.equal(room.holds.size, 0, 'hands are let go before a reset is undone')
    room.scene = scene
    room.burst = false
    room.canUndo = false
  },

  rekick(room) {
    assert.equal(room.scene.name, 'chain', 'only a chain is re-kicked')
    room.burst = false
  },

  scene(room, { scene }) {
    assert.equal(room.holds.size, 0, 'hands are let go before another world')
    room.scene = scene
    room.burst = false
    room.canUndo = false
  },

  burst(room) {
    assert.ok(!room.burst, 'burst twice')
    const springs = room.parameter('stepping').value === 2 || room.scene.springs > 0
    assert.ok(springs, 'only explicit springs burst')
    room.burst = true
  },
}
