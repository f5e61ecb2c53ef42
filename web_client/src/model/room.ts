import { Chronicle } from './chronicle'
import { Emitter } from './emitter'
import type { RoomEvent } from './events'
import type { MeasureKind, Measures, Spectrum } from './measures'
import type { Member } from './member'
import { OwnHands } from './own_hands'
import { Playback, type HandTarget } from './playback'
import type { Right } from './rights'
import type { Quality, RosterEntry } from './roster'
import type { Rules } from './rules'
import { parameterOf, withParameter, type Scene } from './scene'
import { AS_THE_SERVER_SAYS, type Words } from './words'
import type { Vector } from './vector'

/** The parameter whose change sets a world that has burst going again. */
const STEPPING = 'stepping'

/** A member's hold on a particle. */
export interface Hold {
  readonly seat: number
  readonly hand: number
  readonly particle: number
}

/** Who this client is in the room, as `welcome` told. */
export interface Self extends Member {
  readonly rights: readonly Right[]
  readonly handsMax: number
  readonly commandsPerSecond: number
  /** The most members at once that a host can set; null if the server does not tell. */
  readonly capacityMax: number | null
}

/** A full description of the room. */
export interface RoomState {
  readonly step: number
  readonly lost: number
  readonly paused: boolean
  /** Explicit springs have blown up: their particles, or all if every link is one, stand still. */
  readonly burst: boolean
  /** Steps come so many times slower than their length. */
  readonly slow: number
  /** There was a host, and is none. */
  readonly hostAway: boolean
  /** The last reset can be undone. */
  readonly canUndo: boolean
  /** What a host says to all; null for nothing. */
  readonly notice: string | null
  readonly rules: Rules
  readonly code: string
  readonly title: string
  readonly scene: Scene
  readonly members: readonly Member[]
  readonly holds: readonly Hold[]
}

/** A gust that is blowing, for the eye: the room's own air is on the server. */
export interface Gust {
  readonly direction: Vector
  readonly duration: number
  age: number
}

/**
 * The room as this client knows it. `changed` tells of everything but frames:
 * those are read anew for every picture.
 */
export class Room {
  readonly changed = new Emitter()
  readonly happened = new Emitter<RoomEvent>()
  /** A new frame is the newest of `playback`. */
  readonly framed = new Emitter()
  /** New figures in `measures`, `spectrum` and `chronicle`. */
  readonly measured = new Emitter()
  readonly own = new OwnHands()
  readonly playback: Playback
  self: Self | null = null
  /** The version of the server's software. */
  serverVersion: string | null = null
  state: RoomState | null = null
  /** The seat on which this page waits for a host to let it in. */
  waiting: number | null = null
  /** Everybody with their real names, and who waits; only hosts are told. */
  roster: readonly RosterEntry[] = []
  /** How everybody is connected, by seat; only hosts are told. */
  quality: ReadonlyMap<number, Quality> = new Map()
  /** What the server can measure. */
  measureKinds: readonly MeasureKind[] = []
  measures: Measures | null = null
  spectrum: Spectrum | null = null
  /** What was measured of the present world so far. */
  readonly chronicle = new Chronicle()
  /** The particle that this page looks at: the last one reached for, or chosen. */
  probe: number | null = null
  /** A new array whenever time has passed for them. */
  gusts: readonly Gust[] = []
  /** Where the playhead should be, ms on the server's clock. */
  playTarget = 0
  /** The step at which the present world was at its start, as far as seen. */
  private startStep = 0

  /** `frameInterval` is the time between frames at the agreed rate, ms. */
  constructor(
    private frameInterval: number,
    private readonly words: Words = AS_THE_SERVER_SAYS,
  ) {
    this.playback = new Playback(frameInterval)
  }

  /** Another rate of frames was agreed. */
  expectFrames(interval: number): void {
    this.frameInterval = interval
    this.adaptPlayback()
  }

  /** How far the picture runs behind the newest frame at least: until the next one is there. */
  get playDelay(): number {
    return this.playback.interval
  }

  /** In slow motion steps are rarer than frames would be. */
  private adaptPlayback(): void {
    const { slow, scene } = this.state ?? { slow: 1, scene: { h: 0 } }
    this.playback.interval = Math.max(this.frameInterval, 1000 * slow * scene.h)
  }

  /** Seconds that the present world has lived, as far as this client saw. */
  get simulatedTime(): number {
    return this.state === null ? 0 : this.timeOf(this.state.step)
  }

  private timeOf(step: number): number {
    return (step - this.startStep) * (this.state?.scene.h ?? 0)
  }

  may(right: Right): boolean {
    return this.self?.rights.includes(right) ?? false
  }

  member(seat: number): Member | undefined {
    return this.state?.members.find((member) => member.seat === seat)
  }

  introduce(self: Self): void {
    this.self = self
    this.waiting = null
    this.forgetClass()
    this.own.dropAll()
    this.changed.emit()
  }

  /** A host is asked whether this page may come in. */
  wait(seat: number): void {
    this.waiting = seat
    this.changed.emit()
  }

  /** What this member may do from now on. */
  entitle(rights: readonly Right[]): void {
    if (this.self === null) return
    this.self = { ...this.self, rights }
    if (!this.may('grab')) this.own.dropAll()
    this.changed.emit()
  }

  /** This member goes by another name, which the room may not be told. */
  rename(name: string): void {
    if (this.self === null) return
    this.self = { ...this.self, name }
    this.changed.emit()
  }

  takeRoster(roster: readonly RosterEntry[]): void {
    this.roster = roster
    this.changed.emit()
  }

  takeQuality(quality: ReadonlyMap<number, Quality>): void {
    this.quality = quality
    this.changed.emit()
  }

  private forgetClass(): void {
    this.roster = []
    this.quality = new Map()
  }

  /** What the server can measure. */
  learnMeasures(kinds: readonly MeasureKind[]): void {
    this.measureKinds = kinds.map((kind) => this.words.measure(kind))
  }

  /** Take a full description in place of all that was known. */
  replace(state: RoomState): void {
    this.state = { ...state, scene: this.words.scene(state.scene) }
    this.adaptPlayback()
    this.startStep = 0
    this.gusts = []
    this.playback.cut()
    this.forgetMeasures()
    if (this.probe !== null && this.probe >= state.scene.particles) this.probe = null
    for (const own of this.own.all) {
      const kept = state.holds.some(
        (hold) => hold.seat === this.self?.seat && hold.hand === own.hand,
      )
      if (!kept && own.held) this.own.drop(own.hand)
    }
    this.changed.emit()
  }

  apply(event: RoomEvent): void {
    const state = this.state
    if (state === null) return
    this.state = this.after(state, event)
    this.adaptPlayback()
    this.happened.emit(event)
    this.changed.emit()
  }

  /** How much longer than usual the picture moves towards this frame, ms. */
  takeFrame(
    step: number,
    time: number,
    positions: Float32Array,
    hands: readonly HandTarget[],
  ): number {
    if (this.state === null) return 0
    // A paused room goes on with single steps only.
    if (this.state.paused) this.ageGusts((step - this.state.step) * this.state.scene.h)
    this.state = { ...this.state, step }
    const ahead = this.playback.push({ step, time, positions, hands })
    this.framed.emit()
    return ahead
  }

  /** At this step the world looks as in the newest frame. */
  holdFrame(step: number): void {
    if (this.state === null) return
    this.state = { ...this.state, step }
    this.playback.hold(step)
    this.framed.emit()
  }

  takeMeasures(measures: Measures): void {
    if (this.state === null) return
    this.measures = measures
    this.chronicle.note(this.timeOf(measures.step), measures)
    this.measured.emit()
  }

  takeSpectrum(spectrum: Spectrum): void {
    this.spectrum = spectrum
    this.measured.emit()
  }

  look(particle: number): void {
    if (this.probe === particle) return
    this.probe = particle
    this.changed.emit()
  }

  /** Figures of another world, or of the time before a reset, say nothing about this one. */
  private forgetMeasures(): void {
    this.measures = null
    this.spectrum = null
    this.chronicle.clear()
    this.measured.emit()
  }

  noteLost(lost: number): void {
    if (this.state !== null && this.state.lost !== lost) this.state = { ...this.state, lost }
  }

  /** All motion that this page adds passes through here; `dt` in seconds. */
  step(dt: number): void {
    this.playback.step(dt, this.playTarget)
    if (this.state && !this.state.paused) this.ageGusts(dt / this.state.slow)
  }

  private ageGusts(dt: number): void {
    if (this.gusts.length === 0 || dt <= 0) return
    for (const gust of this.gusts) gust.age += dt
    this.gusts = this.gusts.filter((gust) => gust.age < gust.duration)
  }

  /** Where a hold pulls to: our own at once, others as the frames tell. */
  targetOf(hold: Hold): Vector | null {
    if (hold.seat === this.self?.seat) {
      const own = this.own.get(hold.hand)
      if (own) return own.target
    }
    return this.playback.handTarget(hold.seat, hold.hand)
  }

  private after(state: RoomState, event: RoomEvent): RoomState {
    const mine = event.seat !== undefined && event.seat === this.self?.seat
    switch (event.type) {
      case 'joined': {
        const { type, step, ...member } = event
        const others = state.members.filter(({ seat }) => seat !== member.seat)
        return { ...state, members: [...others, member] }
      }
      case 'member': {
        const { type, step, ...changed } = event
        if (mine) this.become(changed)
        const members = state.members.map((member) =>
          member.seat === changed.seat ? changed : member,
        )
        return { ...state, members }
      }
      case 'left':
        return {
          ...state,
          members: state.members.filter((member) => member.seat !== event.seat),
          holds: state.holds.filter((hold) => hold.seat !== event.seat),
        }
      case 'taken': {
        if (mine) this.own.confirm(event.hand)
        const { seat, hand, particle } = event
        return { ...state, holds: [...withoutHold(state.holds, seat, hand), { seat, hand, particle }] }
      }
      case 'let_go':
        // A hand that has reached anew since then is not meant.
        if (mine && event.reason !== 'released' && this.own.get(event.hand)?.held) {
          this.own.drop(event.hand)
        }
        return { ...state, holds: withoutHold(state.holds, event.seat, event.hand) }
      case 'gust': {
        const { direction, duration } = event
        this.gusts = [...this.gusts, { direction, duration, age: 0 }]
        return state
      }
      case 'parameter': {
        const { name, value } = event
        const restarts = name === STEPPING && parameterOf(state.scene, name)?.value !== value
        return {
          ...state,
          burst: state.burst && !restarts,
          scene: withParameter(state.scene, name, value),
        }
      }
      case 'paused':
        return { ...state, paused: true }
      case 'resumed':
        return { ...state, paused: false }
      case 'reset':
        this.startStep = event.step
        this.gusts = []
        this.playback.cut()
        this.forgetMeasures()
        return { ...state, step: event.step, burst: false, canUndo: true }
      case 'burst':
        return { ...state, burst: true }
      case 'rekick':
        this.playback.cut()
        return { ...state, burst: false }
      case 'speed':
        return { ...state, slow: event.slow }
      case 'rules':
        return { ...state, rules: event.rules }
      case 'code':
        return { ...state, code: event.code }
      case 'broadcast':
        return { ...state, notice: event.text || null }
      case 'host_away':
        return { ...state, hostAway: event.away }
      case 'scene':
      case 'undone':
        this.startStep = event.step
        this.gusts = []
        this.own.dropAll()
        this.playback.cut()
        this.forgetMeasures()
        this.probe = null
        return {
          ...state,
          step: event.step,
          burst: false,
          canUndo: false,
          scene: this.words.scene(event.scene),
        }
    }
  }

  /** Something about this page's own member has changed. Hidden names are not told. */
  private become(member: Member): void {
    if (this.self === null) return
    this.self = { ...this.self, ...member, name: member.name || this.self.name }
    if (!member.host) this.forgetClass()
  }
}

function withoutHold(holds: readonly Hold[], seat: number, hand: number): Hold[] {
  return holds.filter((hold) => hold.seat !== seat || hold.hand !== hand)
}
