import { Announcer } from '../../a11y/announcer'
import { Narrator } from '../../a11y/narrator'
import { text, words } from '../../i18n'
import { EMPTY, type Drawing } from '../../model/drawing'
import { Emitter } from '../../model/emitter'
import { FrameClock } from '../../model/frame_times'
import { friendlyName } from '../../model/friendly_name'
import { Wishes } from '../../model/measures'
import { isQuality, QualityChooser, type Quality } from '../../model/quality'
import type { RoomEvent } from '../../model/events'
import { Room, type Hold } from '../../model/room'
import { particleAt } from '../../model/vector'
import { FRAME_INTERVAL_MS, Session, type Onlooker, type Refusal } from '../../net/session'
import { chosenQuality, memberName } from '../../net/storage'
import { HandsOverlay, type DrawnHand, type Point } from '../../render/hands_overlay'
import { LensOverlay } from '../../render/lens_overlay'
import { Stage } from '../../render/stage'
import type { Insets } from '../../render/view'
import { rendered } from '../common/rendered'
import { Grabbing } from './grabbing'
import { KeyHand } from './key_hand'

// Longer than any picture should take; a tab that slept has no motion to make up.
const DT_MAX_S = 0.25

/** What is mounted while the play area is on the page. */
interface Playing {
  readonly surface: HTMLElement
  readonly stage: Stage
  readonly overlay: HandsOverlay
  readonly lens: LensOverlay
  readonly grabbing: Grabbing
  readonly keys: KeyHand
}

/** The elements of the play area, which lie over each other. */
export interface PlayElements {
  /** What takes pointers, keys and the focus. */
  readonly surface: HTMLElement
  /** The canvas comes in here. */
  readonly picture: HTMLElement
  readonly lens: SVGSVGElement
  readonly hands: SVGSVGElement
}

/** What is looked through at the scene. */
export interface Lens {
  /** What to draw over the scene, whose particles are drawn at `positions`. */
  drawing(positions: Float32Array): Drawing
  /** Where to draw the particles instead of where they are. */
  pose?(): Float32Array | null
}

/** Brings model, net and render together for one room, picture after picture. */
export class Conductor {
  readonly room = new Room(FRAME_INTERVAL_MS, words)
  readonly session: Session
  /** Sentences for this member: refusals, mostly. */
  readonly told = new Emitter<string>()
  readonly announcer = new Announcer(text.play.more)
  private readonly narrator: Narrator
  private readonly offRendered: () => void
  readonly drawn = new Rate()
  readonly received = new Rate()
  /** What parts of this page need to be measured. */
  readonly wishes = new Wishes()
  /** What pictures cost. */
  readonly clock = new FrameClock()
  /** What is drawn has changed: its quality, or the browser has taken the picture away. */
  readonly looksChanged = new Emitter()
  private readonly chooser = new QualityChooser()
  private playing: Playing | null = null
  private lens: Lens | null = null
  private lensDrawn = EMPTY
  private insets: Insets = { top: 0, bottom: 0, left: 0 }
  private request = 0
  private last = 0
  private lastStep = -1
  /** The picture before was drawn, so that the time since then is what it cost. */
  private drew = false

  constructor(
    code: string,
    origin: string,
    /** A screen for the whole class, which only looks on. */
    readonly onlooker: Onlooker | null = null,
  ) {
    // Whoever has given no name goes by a friendly one, and keeps it.
    if (onlooker === null && memberName.get() === null) {
      memberName.set(friendlyName(text.friendlyNames))
    }
    this.session = new Session(code, this.room, origin, onlooker)
    this.narrator = new Narrator(this.room, this.announcer)
    this.session.refused.on((refusal) => this.explain(refusal))
    this.room.happened.on((event) => this.explainOpenHand(event))
    this.session.connection.worked.on((ms) => this.clock.work(ms))
    this.offRendered = rendered.on((ms) => this.clock.work(ms))
    this.wishes.changed.on(() => this.session.measure(this.wishes.sum))
  }

  get stage(): Stage | null {
    return this.playing?.stage ?? null
  }

  /** What this member wants drawn; null: what the machine can follow. */
  get wantedQuality(): Quality | null {
    const wanted = chosenQuality.get()
    return isQuality(wanted) ? wanted : null
  }

  set wantedQuality(quality: Quality | null) {
    chosenQuality.set(quality)
    this.chooser.restart()
    this.dress()
  }

  get quality(): Quality {
    return this.wantedQuality ?? this.automaticQuality
  }

  get automaticQuality(): Quality {
    return this.chooser.quality
  }

  /** The browser has taken the picture away; it is coming back. */
  get pictureLost(): boolean {
    return this.playing?.stage.lost ?? false
  }

  start(): void {
    this.session.start()
  }

  dispose(): void {
    this.unmount()
    this.offRendered()
    this.narrator.dispose()
    this.announcer.dispose()
    this.session.dispose()
  }

  /** Show what a lens draws, until it is taken away again by the function returned. */
  put(lens: Lens): () => void {
    this.lens = lens
    return () => {
      if (this.lens === lens) this.lens = null
    }
  }

  /** Parts of the canvas are covered by controls, CSS px. */
  cover(insets: Insets): void {
    this.insets = insets
    this.playing?.stage.setInsets(insets)
  }

  mount({ surface, picture, lens, hands }: PlayElements): void {
    const stage = new Stage(picture, this.quality, this.insets, this.onlooker !== null)
    stage.lostChanged.on(() => this.looksChanged.emit())
    const overlay = new HandsOverlay(hands)
    const grabbing = new Grabbing(surface, this.room, this.session, stage.view, (code, at) => {
      overlay.shake(at)
      this.told.emit(text.refusals[code] ?? code)
    })
    const keys = new KeyHand(surface, this.room, stage.view, grabbing, this.announcer)
    this.playing = { surface, stage, overlay, lens: new LensOverlay(lens), grabbing, keys }
    this.last = performance.now()
    this.request = requestAnimationFrame(this.picture)
  }

  /** The play area's picture as it stands, without hands; null if there is none. */
  snapshot(): Promise<Blob | null> {
    return this.playing?.stage.snapshot() ?? Promise.resolve(null)
  }

  unmount(): void {
    if (this.playing === null) return
    cancelAnimationFrame(this.request)
    this.playing.keys.dispose()
    this.playing.grabbing.dispose()
    this.playing.overlay.dispose()
    this.playing.lens.dispose()
    this.playing.stage.dispose()
    this.playing = null
  }

  private readonly picture = (now: number): void => {
    if (this.playing === null) return
    this.request = requestAnimationFrame(this.picture)
    const interval = Math.max(now - this.last, 0)
    this.last = now
    const before = performance.now()
    const drawing = this.make(this.playing, now, Math.min(interval / 1000, DT_MAX_S))
    const own = performance.now() - before - (drawing ?? 0)
    this.clock.picture(own, drawing ?? 0, interval)
    // Only where pictures follow each other does the time between them tell of drawing.
    if (this.drew && this.chooser.note(interval)) this.dress()
    this.drew = drawing !== null
    this.count(now)
  }

  /** Make one picture; how long the calls that draw took, ms. */
  private make(playing: Playing, now: number, dt: number): number | null {
    const { room } = this
    const { surface, stage, overlay, grabbing, keys } = playing
    room.playTarget = this.session.playTarget(performance.now())
    room.step(dt)
    keys.pump(now, dt)
    grabbing.pump(now)
    const pose = this.lens?.pose?.() ?? null
    const positions = pose ?? room.playback.positions()
    const drawing = stage.draw({
      scene: room.state?.scene ?? null,
      positions,
      moving: pose === null && room.playback.moving,
      gusts: room.gusts,
    })
    const pointAt = (particle: number | null) =>
      positions === null || particle === null || !this.session.live
        ? null
        : stage.view.projectParticle(positions, particle)
    overlay.draw(
      positions ? this.hands(stage, positions) : [],
      pointAt(grabbing.hovered),
      pointAt(keys.marked),
    )
    this.drawLens(stage, positions)
    surface.classList.toggle('grabbing', room.own.all.length > 0)
    surface.classList.toggle('grabbable', grabbing.hovered !== null && this.session.live)
    return drawing
  }

  /** Draw in the quality that is right now. */
  private dress(): void {
    if (this.playing !== null) this.playing.stage.quality = this.quality
    this.looksChanged.emit()
  }

  private drawLens(stage: Stage, positions: Float32Array | null): void {
    const drawing = (positions && this.lens?.drawing(positions)) ?? EMPTY
    if (drawing === EMPTY && this.lensDrawn === EMPTY) return
    this.playing?.lens.draw(stage.view, drawing)
    this.lensDrawn = drawing
  }

  private count(now: number): void {
    this.drawn.note(now)
    const step = this.room.playback.newest?.step ?? -1
    if (step !== this.lastStep) this.received.note(now)
    this.lastStep = step
  }

  /** Own hands as they are here, everybody else's as the frames tell. */
  private hands(stage: Stage, positions: Float32Array): DrawnHand[] {
    const { room } = this
    const { self, state } = room
    if (state === null || self === null) return []
    const others = state.holds.filter((hold) => hold.seat !== self.seat)
    const mine: Hold[] = room.own.all.map(({ hand, particle }) => ({
      seat: self.seat,
      hand,
      particle,
    }))
    return [...others, ...mine].flatMap((hold) => {
      const member = room.member(hold.seat)
      if (member === undefined) return []
      const particle = stage.view.project(particleAt(positions, hold.particle))
      const at = room.targetOf(hold)
      const target: Point = at ? stage.view.project(at) : particle
      const own = hold.seat === self.seat
      const key = `${hold.seat}:${hold.hand}:${hold.particle}`
      return [{ key, member, own, bead: hold.particle, particle, target }]
    })
  }

  /** The room has let go of what this member held. */
  private explainOpenHand(event: RoomEvent): void {
    if (event.type !== 'let_go' || event.seat !== this.room.self?.seat) return
    const why = text.letGo[event.reason]
    if (why !== undefined) this.told.emit(why)
  }

  private explain(refusal: Refusal): void {
    const { code, command, message } = refusal
    // The room may have let a hand go just before: no news for anybody.
    if (command?.type === 'release' || command?.type === 'rate') return
    // The solver lens asks again by itself.
    if (command?.type === 'trace') return
    const positions = this.room.playback.newest?.positions
    if (command?.type === 'grab' && this.playing && positions) {
      const at = this.playing.stage.view.project(particleAt(positions, command.particle))
      this.playing.overlay.shake(at)
    }
    // A move is not remembered; of its refusals only the pace would be news.
    if (command === undefined && (code === 'no_such_hand' || code === 'too_fast')) return
    this.told.emit(text.refusals[code] ?? message)
  }
}

/** How often something happens per second, over the latest second. */
class Rate {
  private times: number[] = []

  note(now: number): void {
    this.times.push(now)
    while (this.times[0]! < now - 1000) this.times.shift()
  }

  perSecond(now: number): number {
    return this.times.filter((time) => time >= now - 1000).length
  }
}
