import { Emitter } from '../model/emitter'
import { type MeasureRate, NO_WISH, type Wish } from '../model/measures'
import type { Room } from '../model/room'
import type { Trace } from '../model/trace'
import { ServerClock } from './clock'
import { endingOfRefusal, minutesIn } from './close_codes'
import { Connection } from './connection'
import { Cursor } from './cursor'
import { ENCODINGS, FrameReader } from './frames'
import type { Command, FrameRate, ServerMessage, Tick, Welcome } from './messages'
import { hostKey, memberName, resumeKey } from './storage'

// The server chooses how often frames come, unless nobody sees them; most often it is this.
const RATE: FrameRate = 30
const HIDDEN_RATE: FrameRate = 1
const MEASURE_AGAIN_MS = 1000
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

/** A page that is nobody's own, such as the screen before a class: it only watches. */
export interface Onlooker {
  /** What it is called in the room. */
  readonly name: string
}

/** A member's conversation with the server about one room; it feeds the model. */
export class Session {
  readonly refused = new Emitter<Refusal>()
  /** What the room's next step will do, as it was asked for. */
  readonly traced = new Emitter<Trace>()
  readonly connection: Connection
  private readonly cursor = new Cursor()
  private readonly clock = new ServerClock()
  private readonly frames = new FrameReader()
  private readonly pending = new Map<number, Command>()
  private seq = 0
  /** Whether the tab was hidden when frames were asked for last. */
  private askedHidden = false
  private agreedRate: number = RATE
  private wish: Wish = NO_WISH
  /** What the server was asked to measure last. */
  private askedWish: Wish = NO_WISH

  constructor(
    private code: string,
    private readonly room: Room,
    origin: string,
    private readonly onlooker: Onlooker | null = null,
  ) {
    const stepReached = () => room.state?.step ?? null
    this.connection = new Connection(`${origin.replace(/^http/, 'ws')}/ws`, stepReached)
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

  /** Go by another name, here and wherever this tab joins later. */
  rename(name: string): void {
    if (this.command({ type: 'rename', name })) memberName.set(name)
  }

  /** Where playback should be at the local time `now` (ms), on the server's clock. */
  playTarget(now: number): number {
    return (this.clock.now(now) ?? 0) - this.playDelay
  }

  /** How far pictures are kept behind the server, so that motion is even, ms. */
  get playDelay(): number {
    return this.room.playDelay + this.clock.jitter
  }

  /** How far the picture is behind the server at the local time `now` (ms), all in all. */
  behind(now: number): number | null {
    const there = this.clock.now(now)
    if (there === null || this.room.playback.newest === null) return null
    return there - this.room.playback.playhead + (this.connection.roundTrip ?? 0) / 2
  }

  /** Frames per second, as agreed with the server. */
  get rate(): number {
    return this.agreedRate
  }

  /** The step of the grid that positions are rounded to, m; null if they are not. */
  get gridStep(): number | null {
    return this.frames.gridStep
  }

  private greet(): void {
    this.askedHidden = isHidden()
    const { onlooker } = this
    const name = onlooker?.name ?? memberName.get()
    const resume = this.resumeKey(this.code).get()
    const host = onlooker ? null : hostKey(this.code).get()
    this.connection.send({
      type: 'hello',
      version: 1,
      room: this.code,
      encodings: ENCODINGS,
      ...(this.askedHidden ? { rate: HIDDEN_RATE } : {}),
      ...(name ? { name } : {}),
      ...(resume ? { resume } : {}),
      ...(host ? { host_key: host } : {}),
      ...(onlooker ? { watch: true as const } : {}),
    })
  }

  /**
   * A tab that was opened from a member's own begins with a copy of its storage. An
   * onlooker has a key of its own, so that it takes nobody's seat.
   */
  private resumeKey(code: string) {
    return resumeKey(this.onlooker ? `${code}.onlooker` : code)
  }

  /** Skip what is on its way, and ask how things are now. */
  private catchUp(): void {
    if (!this.live) return
    this.cursor.lose()
    this.askForState()
  }

  private askForState(): void {
    this.connection.traffic.statesAsked += 1
    this.connection.send({ type: 'state' })
  }

  private take(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.settle(message)
      case 'state':
        this.cursor.jumpTo(message.state.e)
        this.room.replace(message.state)
        return this.followCode()
      case 'tick':
        return this.follow(message)
      case 'measures':
        return this.room.takeMeasures(message.measures)
      case 'spectrum':
        return this.room.takeSpectrum(message.spectrum)
      case 'trace':
        this.pending.delete(message.seq)
        return this.traced.emit(message.trace)
      case 'rate':
        return this.agreeOn(message.rate)
      case 'rights':
        return this.room.entitle(message.rights)
      case 'waiting':
        return this.room.wait(message.seat)
      case 'roster':
        return this.room.takeRoster(message.members)
      case 'quality':
        return this.room.takeQuality(message.members)
      case 'ack':
        return this.noteDone(message.seq)
      case 'refused':
        return this.heed(message)
      case 'closing':
      case 'pong':
        return // the connection has heeded them
    }
  }

  private settle(welcome: Welcome): void {
    this.resumeKey(this.code).set(welcome.resume)
    this.pending.clear()
    this.clock.reset()
    this.cursor.jumpTo(welcome.state.e)
    this.frames.agree(welcome.encoding)
    this.room.introduce({
      ...welcome.me,
      rights: welcome.rights,
      handsMax: welcome.limits.hands,
      commandsPerSecond: welcome.limits.commandsPerSecond,
      capacityMax: welcome.limits.capacity,
    })
    this.room.serverVersion = welcome.server
    this.room.learnMeasures(welcome.measures)
    this.room.replace(welcome.state)
    this.followCode()
    this.connection.settled()
    this.askedWish = NO_WISH
    this.adaptWish()
    this.agreeOn(welcome.rate)
    if (this.askedHidden !== isHidden()) this.adaptRate()
  }

  private follow(tick: Tick): void {
    const now = performance.now()
    const { traffic } = this.connection
    if (tick.frame !== undefined) traffic.noteFrame(tick.frame.length, now)
    const verdict = this.cursor.judge(tick)
    if (verdict === 'ask_for_state') this.askForState()
    if (verdict !== 'apply') {
      if (tick.frame !== undefined) traffic.dropped += 1
      return
    }
    for (const event of tick.events) this.room.apply(event)
    this.followCode()
    this.room.noteLost(tick.lost)
    const scene = this.room.state?.scene
    if (scene === undefined) return
    if (tick.frame === undefined) return this.room.holdFrame(tick.step)
    const positions = this.frames.read(tick.frame, scene)
    if (positions === null) {
      traffic.dropped += 1
      return this.catchUp()
    }
    const ahead = this.room.takeFrame(tick.step, tick.time, positions, tick.hands)
    this.clock.observe(tick.time, now, ahead)
  }

  /** The room goes by another code: so do the keys to it, for a later visit. */
  private followCode(): void {
    const code = this.room.state?.code ?? this.code
    if (code === this.code) return
    const keys = [(room: string) => this.resumeKey(room), ...(this.onlooker ? [] : [hostKey])]
    for (const key of keys) {
      key(code).set(key(this.code).get())
      key(this.code).set(null)
    }
    this.code = code
  }

  private noteDone(seq: number): void {
    const command = this.pending.get(seq)
    this.pending.delete(seq)
    // Where names are hidden, nobody tells of ours either.
    const own = command?.type === 'rename' && command.seat === undefined
    if (own && this.room.state?.rules.namesHidden) this.room.rename(command.name)
  }

  private heed(refusal: { seq?: number; code: string; message: string }): void {
    const ending = refusal.seq === undefined ? endingOfRefusal(refusal.code) : null
    if (ending !== null) return this.connection.end(ending, minutesIn(refusal.message))
    if (!this.live) this.heedBeforeWelcome(refusal.code)
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

  private heedBeforeWelcome(code: string): void {
    if (code !== 'bad_name' || this.onlooker) return
    memberName.set(null)
    this.greet()
  }

  private adaptWish(): void {
    const { rate, particle } = isHidden() ? NO_WISH : this.wish
    if (rate === this.askedWish.rate && particle === this.askedWish.particle) return
    const probe = particle === null ? {} : { particle }
    if (this.command({ type: 'measure', rate, ...probe })) this.askedWish = { rate, particle }
  }

  private readonly adaptRate = (): void => {
    this.adaptWish()
    const hidden = isHidden()
    // What a tab has not shown while it was hidden is not played when it is shown.
    if (!hidden) this.room.playback.skip()
    const rate = hidden ? HIDDEN_RATE : RATE
    const auto = hidden ? {} : { auto: true as const }
    if (!this.command({ type: 'rate', rate, ...auto })) return
    this.askedHidden = hidden
    this.agreeOn(rate)
  }

  private agreeOn(rate: number): void {
    this.agreedRate = rate
    this.room.expectFrames(1000 / rate)
  }
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden'
}
