import { Emitter } from '../model/emitter'
import { type MeasureRate, NO_WISH, type Wish } from '../model/measures'
import type { Room } from '../model/room'
import type { Trace } from '../model/trace'
import { ProtocolError } from './fields'
import { ServerClock } from './clock'
import { endingOfRefusal } from './close_codes'
import { Connection } from './connection'
import { Cursor } from './cursor'
import type { Command, FrameRate, ServerMessage, Tick, Welcome } from './messages'
import { hostKey, memberName, resumeKey } from './storage'

const RATE: FrameRate = 30
const HIDDEN_RATE: FrameRate = 1
const MEASURE_AGAIN_MS = 1000
const DELAY_FRAMES = 2
const DELAY_LONGEST_MS = 300
// Commands that nothing answered within this many later ones are forgotten.
const PENDING_MAX = 256

export const FRAME_INTERVAL_MS = 1000 / RATE

export interface Refusal {
  readonly code: string
  /** The server's own sentence, in English. */
  readonly message: string
  /** What was refused; absent when it was no command. */
  readonly command?: Command
}

/** A member's conversation with the server about one room; it feeds the model. */
export class Session {
  readonly refused = new Emitter<Refusal>()
  /** What the room's next step will do, as it was asked for. */
  readonly traced = new Emitter<Trace>()
  readonly connection: Connection
  private readonly cursor = new Cursor()
  private readonly clock = new ServerClock()
  private readonly pending = new Map<number, Command>()
  private seq = 0
  /** Frames per second that were asked for last. */
  private asked: FrameRate = RATE
  private wish: Wish = NO_WISH
  /** What the server was asked to measure last. */
  private askedWish: Wish = NO_WISH

  constructor(
    private readonly code: string,
    private readonly room: Room,
    origin: string,
  ) {
    this.connection = new Connection(`${origin.replace(/^http/, 'ws')}/ws`)
    this.connection.opened.on(() => this.greet())
    this.connection.woke.on(() => this.catchUp())
    this.connection.received.on((message) => this.take(message))
    this.connection.statusChanged.on((status) => {
      if (status.kind !== 'open') this.room.own.dropAll()
      this.room.changed.emit()
    })
  }

  start(): void {
    document.addEventListener('visibilitychange', this.adaptRate)
    this.connection.start()
  }

  dispose(): void {
    document.removeEventListener('visibilitychange', this.adaptRate)
    this.connection.dispose()
  }

  /** Number of the last room event applied; null before the first description. */
  get reached(): number | null {
    return this.cursor.e
  }

  get live(): boolean {
    return this.connection.status.kind === 'open'
  }

  /** Send a command; false when there is nobody to send it to. */
  command(command: Command): boolean {
    if (!this.live) return false
    const seq = ++this.seq
    if (!this.connection.send({ ...command, seq })) return false
    // Of the moves only the newest is answered, and a lost one is no news.
    if (command.type === 'move') return true
    this.pending.set(seq, command)
    if (this.pending.size > PENDING_MAX) this.pending.delete(this.pending.keys().next().value!)
    return true
  }

  /** Be told figures from now on; asked for again wherever the connection comes back. */
  measure(wish: Wish): void {
    this.wish = wish
    this.adaptWish()
  }

  /** Come in again under another name: names belong to seats, so on a new seat. */
  rename(name: string): void {
    memberName.set(name)
    resumeKey(this.code).set(null)
    this.connection.reopen()
  }

  /** Where playback should be at the local time `now` (ms), on the server's clock. */
  playTarget(now: number): number {
    const wait = DELAY_FRAMES * this.room.playback.interval + this.clock.jitter
    return (this.clock.now(now) ?? 0) - Math.min(wait, DELAY_LONGEST_MS)
  }

  private greet(): void {
    this.asked = this.wantedRate()
    const name = memberName.get()
    const resume = resumeKey(this.code).get()
    const host = hostKey(this.code).get()
    this.connection.send({
      type: 'hello',
      version: 1,
      room: this.code,
      encodings: ['f32'],
      rate: this.asked,
      ...(name ? { name } : {}),
      ...(resume ? { resume } : {}),
      ...(host ? { host_key: host } : {}),
    })
  }

  /** Skip what waited for us while the page slept, and ask how things are now. */
  private catchUp(): void {
    if (!this.live) return
    this.cursor.lose()
    this.connection.send({ type: 'state' })
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.settle(message)
      case 'state':
        this.cursor.jumpTo(message.state.e)
        return this.room.replace(message.state)
      case 'tick':
        return this.follow(message)
      case 'measures':
        return this.room.takeMeasures(message.measures)
      case 'spectrum':
        return this.room.takeSpectrum(message.spectrum)
      case 'trace':
        this.pending.delete(message.seq)
        return this.traced.emit(message.trace)
      case 'ack':
        this.pending.delete(message.seq)
        return
      case 'refused':
        return this.heed(message)
      case 'closing':
      case 'pong':
        return // the connection has heeded them
    }
  }

  private settle(welcome: Welcome): void {
    resumeKey(this.code).set(welcome.resume)
    this.pending.clear()
    this.clock.reset()
    this.cursor.jumpTo(welcome.state.e)
    this.room.introduce({
      ...welcome.me,
      rights: welcome.rights,
      handsMax: welcome.limits.hands,
      commandsPerSecond: welcome.limits.commandsPerSecond,
    })
    this.room.measureKinds = welcome.measures
    this.room.replace(welcome.state)
    this.connection.settled()
    this.askedWish = NO_WISH
    this.adaptWish()
    this.room.playback.interval = 1000 / welcome.rate
    if (this.asked !== this.wantedRate()) this.adaptRate()
  }

  private follow(tick: Tick): void {
    const verdict = this.cursor.judge(tick)
    if (verdict === 'ask_for_state') this.connection.send({ type: 'state' })
    if (verdict !== 'apply') return
    for (const event of tick.events) this.room.apply(event)
    this.room.noteLost(tick.lost)
    if (tick.frame === undefined) return
    const particles = this.room.state?.scene.particles ?? 0
    if (tick.frame.length !== 3 * particles) {
      throw new ProtocolError(`"frame" does not hold ${particles} particles`)
    }
    this.clock.observe(tick.time, performance.now())
    this.room.takeFrame(tick.step, tick.time, tick.frame, tick.hands)
  }

  private heed(refusal: { seq?: number; code: string; message: string }): void {
    if (!this.live && this.heedBeforeWelcome(refusal.code)) return
    // A ping may be read before a busy server has answered our hello.
    if (refusal.code === 'not_joined') return
    const command = refusal.seq === undefined ? undefined : this.pending.get(refusal.seq)
    if (refusal.seq !== undefined) this.pending.delete(refusal.seq)
    if (command?.type === 'grab') this.room.own.drop(command.hand)
    if (command?.type === 'measure') this.measureOtherwise(refusal.code, command.rate)
    if (refusal.code === 'bad_key') hostKey(this.code).set(null)
    const { code, message } = refusal
    this.refused.emit(command ? { code, message, command } : { code, message })
  }

  /** Figures were refused: without the spectrum if the room looks at enough particles already, or later. */
  private measureOtherwise(code: string, rate: MeasureRate): void {
    if (code === 'too_many_probes') {
      this.command({ type: 'measure', rate })
    } else if (code === 'busy' || code === 'too_fast') {
      this.askedWish = NO_WISH
      setTimeout(() => this.adaptWish(), MEASURE_AGAIN_MS)
    }
  }

  /** A refusal of `hello`; true when there is nothing more to say about it. */
  private heedBeforeWelcome(code: string): boolean {
    const ending = endingOfRefusal(code)
    if (ending !== null) this.connection.end(ending)
    if (code === 'bad_name') {
      memberName.set(null)
      this.greet()
    }
    return ending !== null
  }

  private wantedRate(): FrameRate {
    return document.visibilityState === 'hidden' ? HIDDEN_RATE : RATE
  }

  private adaptWish(): void {
    const hidden = document.visibilityState === 'hidden'
    const { rate, particle } = hidden ? NO_WISH : this.wish
    if (rate === this.askedWish.rate && particle === this.askedWish.particle) return
    const probe = particle === null ? {} : { particle }
    if (this.command({ type: 'measure', rate, ...probe })) this.askedWish = { rate, particle }
  }

  private readonly adaptRate = (): void => {
    this.adaptWish()
    const rate = this.wantedRate()
    if (!this.command({ type: 'rate', rate })) return
    this.asked = rate
    this.room.playback.interval = 1000 / rate
  }
}
