// A client that follows a room strictly by docs/PROTOCOL.md and holds every message against it: the
// tables, the rule of e0, events without gaps, steps that never fall, an answer to every command.
//
// The first broken rule is kept in `fault`; whoever waits gets it, and leave() throws it.
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { decode, encode } from '@msgpack/msgpack'
import WebSocket from 'ws'
import { assertMessage, float32s, RIGHTS } from './contract.mjs'
import { RoomModel } from './room_model.mjs'
import { DEADLINE_MS, sleep, within } from './server.mjs'

const TICKS_KEPT = 4000

export class Follower {
  /** Joins a room; resolves after the welcome and the first frame. */
  static async join(server, hello) {
    const follower = new Follower(server, hello)
    await follower.until(() => follower.frame, 'a welcome and a frame')
    return follower
  }

  /** For a hello that is to be refused: the refusals and the close code. */
  static async knock(server, hello) {
    const follower = new Follower(server, hello)
    const { code } = await within(follower.closed, 'the connection closes')
    if (follower.fault) throw follower.fault
    return { codes: follower.refusals.map((refusal) => refusal.code), code }
  }

  constructor(server, { record = false, ...hello }) {
    server.viewers.add(this)
    this.server = server
    this.record = record // keeps the bytes of every tick
    this.refusals = [] // those without a seq
    this.events = [] // { number, ...event }
    this.ticks = []
    this.frameCount = 0
    this.rates = [] // that the server has told
    this.states = 0 // state messages received
    this.measures = [] // { …message, arrived }
    this.spectra = []
    this.unanswered = new Map() // seq → { type, hand, done, fail }
    this.waiting = new Set()
    this.seq = 0
    this.socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, 'ropewalk.v1', {
      perMessageDeflate: false,
      rejectUnauthorized: false, // the tests sign their own certificates
    })
    this.closed = new Promise((done) => {
      this.socket.on('close', (code, reason) => done({ code, reason: reason.toString() }))
    })
    this.socket.on('open', () => this.send({
      type: 'hello', version: 1, encodings: ['f32'], ...hello,
    }))
    this.socket.on('error', (error) => this.fail(error))
    this.socket.on('message', (bytes, isBinary) => this.receive(bytes, isBinary))
    this.closed.then(() => this.wakeAll())
  }

  // ---- receiving -------------------------------------------------------------------------------

  receive(bytes, isBinary) {
    if (this.fault) return
    try {
      assert.ok(isBinary, 'a text message')
      const message = decode(bytes) // throws when bytes are left over
      assertMessage(message)
      if (message.type === 'tick') this.onTick(message, bytes)
      else this[`on_${message.type}`](message)
    } catch (error) {
      this.fail(error)
    }
    this.wakeAll()
  }

  fail(error) {
    this.fault ??= error
    this.socket.terminate()
    this.wakeAll()
  }

  on_welcome(message) {
    assert.ok(!this.welcome, 'a second welcome')
    this.welcome = message
    this.take(message.state)
    this.rights = message.rights
    const { seat, colour, host, watch, named } = message
    const name = this.room.rules.names_hidden ? '' : message.name
    const listed = { seat, name, colour, host, ...(watch && { watch }), ...(named && { named }) }
    assert.deepEqual(this.room.seats.get(seat), listed, 'the state lists the newcomer too')
  }

  on_rights({ rights }) {
    assert.notDeepEqual(rights, this.rights, 'only what has changed is told')
    this.rights = rights
  }

  on_rate({ rate }) {
    this.rates.push(rate)
  }

  on_waiting({ seat }) {
    assert.ok(!this.welcome, 'who waits was not welcomed')
    this.waitsAt = seat
  }

  on_roster({ members }) {
    // The event that makes one a host may come with a later tick; its rights came before.
    assert.ok(RIGHTS.every((right) => this.rights.includes(right)), 'only hosts are told the roster')
    this.roster = members
  }

  on_quality({ members }) {
    this.quality = members
  }

  on_state({ state }) {
    assert.ok(this.room, 'a state before the welcome')
    assert.ok(state.e >= this.cursor, `the state is older than the cursor ${this.cursor}`)
    assert.ok(state.step >= this.room.step && state.lost >= this.lost, 'the state is older')
    const before = this.room
    const told = state.e === this.cursor
    this.take(state)
    this.states++
    if (told) assert.deepEqual(this.room.summary(), before.summary(), 'the events told all')
  }

  take(state) {
    this.room = new RoomModel(state)
    this.cursor = state.e
    this.lost = state.lost
    this.frameMustFollow = true
  }

  onTick(tick, bytes) {
    assert.ok(this.room, 'a tick before the welcome')
    assert.equal(tick.e0, this.cursor, 'the rule of e0')
    assert.equal(tick.events.length, tick.e - tick.e0, 'events are numbered without gaps')
    assert.ok(tick.lost >= this.lost, 'the number of lost steps never falls')
    for (const event of tick.events) {
      this.room.apply(event)
      this.events.push({ number: ++this.cursor, ...event })
    }
    assert.ok(tick.step >= this.room.step, 'the step never falls')
    this.room.step = tick.step
    this.lost = tick.lost
    assert.equal('hands' in tick, 'frame' in tick, 'hands come with the frame')
    assert.ok(tick.frame || !this.frameMustFollow, 'a frame follows a welcome and a state')
    if (tick.frame) this.takeFrame(tick)
    else this.holdFrame(tick)
    this.frameMustFollow = false
    if ('frame' in tick) this.frameCount++
    this.ticks.push({
      e0: tick.e0, e: tick.e, step: tick.step, time: tick.time, lost: tick.lost,
      frame: 'frame' in tick, arrived: performance.now(),
      bytes: this.record ? Buffer.from(bytes) : undefined,
    })
    if (this.ticks.length > TICKS_KEPT) this.ticks.shift()
  }

  takeFrame({ frame, hands, step, time }) {
    const positions = float32s(frame)
    assert.equal(positions.length, 3 * this.room.scene.particles, 'the frame fits the scene')
    assert.ok(positions.every(Number.isFinite), 'a position that is not finite')
    const pulling = hands.map(([seat, hand]) => `${seat}:${hand}`)
    assert.deepEqual(pulling.sort(), [...this.room.holds.keys()].sort(), 'hands that hold pull')
    if (this.frame && step > this.frameStep) {
      assert.ok(time > this.frameTime, 'a later step was due later')
    }
    Object.assign(this, { frame: positions, hands, frameStep: step, frameTime: time })
  }

  /** The world looks as before at this step, too. */
  holdFrame({ step, time }) {
    Object.assign(this, { frameStep: step, frameTime: time })
  }

  on_ack({ seq, step }) {
    const command = this.unanswered.get(seq)
    assert.ok(command, `seq ${seq} was answered already, or never sent`)
    if (command.type === 'move') {
      for (const [earlier, { type, hand }] of this.unanswered) {
        if (earlier < seq && type === 'move' && hand === command.hand) {
          this.answer(earlier, { type: 'ack', seq, step, coalesced: true })
        }
      }
    }
    this.answer(seq, { type: 'ack', seq, step, coalesced: false })
  }

  on_refused(refusal) {
    assert.notEqual(refusal.message, '', 'a refusal has a sentence for people')
    if ('seq' in refusal) {
      assert.ok(this.unanswered.has(refusal.seq), `refused what was never asked: ${refusal.seq}`)
      this.answer(refusal.seq, refusal)
    } else {
      this.refusals.push(refusal)
    }
  }

  on_measures(message) {
    assert.ok(this.room, 'measures before the welcome')
    const names = this.welcome.measures.map(({ name }) => name)
    for (const name of Object.keys(message.values)) {
      assert.ok(names.includes(name), `the welcome does not tell of ${name}`)
    }
    const last = this.measures.at(-1)
    assert.ok(!last || message.step >= last.step, 'older measures')
    this.measures.push({ ...message, arrived: performance.now() })
    if (this.measures.length > TICKS_KEPT) this.measures.shift()
  }

  on_spectrum(message) {
    this.spectra.push({ ...message, arrived: performance.now() })
  }

  on_trace(message) {
    assert.ok(this.unanswered.has(message.seq), 'a trace that nobody asked for')
    this.answer(message.seq, message)
  }

  on_pong(message) {
    this.pong = message
  }

  on_closing(message) {
    this.closing = message
  }

  answer(seq, answer) {
    this.unanswered.get(seq).done(answer)
    this.unanswered.delete(seq)
  }

  // ---- sending ---------------------------------------------------------------------------------

  send(message) {
    this.socket.send(encode(message))
  }

  /** Resolves with the ack or the refusal. */
  command(type, fields = {}) {
    const seq = ++this.seq
    const answered = new Promise((done, fail) => {
      this.unanswered.set(seq, { type, hand: fields.hand, done, fail })
    })
    answered.catch(() => {}) // whoever does not wait for the answer finds the fault elsewhere
    this.send({ type, seq, ...fields })
    return within(answered, `an answer to ${type}`)
  }

  /** As command(), for one that must be obeyed. */
  async order(type, fields) {
    const answer = await this.command(type, fields)
    assert.equal(answer.type, 'ack', `${type}: ${answer.code} ${answer.message}`)
    return answer
  }

  /** As command(), for one that must be refused. Returns the sentence. */
  async refused(code, type, fields) {
    const answer = await this.command(type, fields)
    assert.equal(answer.type === 'ack' ? 'ack' : answer.code, code, `answer to ${type}`)
    return answer.message
  }

  /** Sends what the function sends in as few pieces as the socket makes of it. */
  inOneGo(send) {
    this.socket._socket.cork()
    const result = send()
    this.socket._socket.uncork()
    return result
  }

  // ---- waiting ---------------------------------------------------------------------------------

  /** Resolves with the condition's value once it is truthy after a message. */
  async until(condition, what, ms = DEADLINE_MS) {
    let look
    const met = new Promise((done, fail) => {
      look = () => {
        if (this.fault) return fail(this.fault)
        const value = condition()
        if (value) return done(value)
        if (this.socket.readyState === WebSocket.CLOSED) fail(new Error(`closed before: ${what}`))
      }
      this.waiting.add(look)
      look()
    })
    try {
      return await within(met, what, ms)
    } finally {
      this.waiting.delete(look)
    }
  }

  wakeAll() {
    if (this.fault || this.socket.readyState === WebSocket.CLOSED) {
      const reason = this.fault ?? new Error('the connection closed before the answer')
      for (const { fail } of this.unanswered.values()) fail(reason)
      this.unanswered.clear()
    }
    for (const look of [...this.waiting]) look()
  }

  /** The first event of this type after the given number, now or later. */
  event(type, after = 0, fits = () => true) {
    const find = () => this.events.find((e) => e.number > after && e.type === type && fits(e))
    return this.until(find, `an event ${type}`)
  }

  /** The next frame of a step later than this one, or than the present one; it may be the same. */
  async frameAfter(step = this.frameStep) {
    await this.until(() => this.frameStep > step, `a frame after step ${step}`)
    return this.frame
  }

  position(particle) {
    return this.frame.subarray(3 * particle, 3 * particle + 3)
  }

  distance(particle, [x, y, z]) {
    const [px, py, pz] = this.position(particle)
    return Math.hypot(px - x, py - y, pz - z)
  }

  // ---- the end ---------------------------------------------------------------------------------

  /** Waits until all is answered, and compares what the events told with the room's own state. */
  async settle() {
    const states = this.states
    const told = () => this.states > states
    while (!told()) {
      const refusals = this.refusals.length
      this.send({ type: 'state' })
      await this.until(() => told() || this.refusals.length > refusals, 'the state asked for')
      if (!told()) {
        assert.equal(this.refusals.at(-1).code, 'too_fast')
        await sleep(100)
      }
    }
    await this.until(() => this.unanswered.size === 0, 'an answer to every command')
  }

  async leave() {
    if (!this.fault && this.welcome && this.socket.readyState === WebSocket.OPEN) {
      await this.settle()
      this.socket.close(1000)
    } else {
      this.socket.terminate()
    }
    await within(this.closed, 'the connection closes')
    if (this.fault) throw this.fault
  }
}
