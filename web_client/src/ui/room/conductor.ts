import { Announcer } from '../../a11y/announcer'
import { Narrator } from '../../a11y/narrator'
import { text, words } from '../../i18n'
import { EMPTY, type Drawing } from '../../model/drawing'
import { Emitter } from '../../model/emitter'
import { Wishes } from '../../model/measures'
import type { RoomEvent } from '../../model/events'
import { Room, type Hold } from '../../model/room'
import { particleAt } from '../../model/vector'
import { FRAME_INTERVAL_MS, Session, type Onlooker, type Refusal } from '../../net/session'
import { HandsOverlay, type DrawnHand, type Point } from '../../render/hands_overlay'
import { LensOverlay } from '../../render/lens_overlay'
import { Stage } from '../../render/stage'
import type { Insets } from '../../render/view'
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
  readonly canvas: HTMLCanvasElement
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
  readonly drawn = new Rate()
  readonly received = new Rate()
  /** What parts of this page need to be measured. */
  readonly wishes = new Wishes()
  private playing: Playing | null = null
  private lens: Lens | null = null
  private lensDrawn = EMPTY
  private insets: Insets = { top: 0, bottom: 0, left: 0 }
  private request = 0
  private last = 0
  private lastStep = -1

  constructor(code: string, origin: string, onlooker: Onlooker | null = null) {
    this.session = new Session(code, this.room, origin, onlooker)
    this.narrator = new Narrator(this.room, this.announcer)
    this.session.refused.on((refusal) => this.explain(refusal))
    this.room.happened.on((event) => this.explainOpenHand(event))
    this.wishes.changed.on(() => this.session.measure(this.wishes.sum))
  }

  get stage(): Stage | null {
    return this.playing?.stage ?? null
  }

  start(): void {
    this.session.start()
  }

  dispose(): void {
    this.unmount()
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

  mount({ surface, canvas, lens, hands }: PlayElements): void {
    const stage = new Stage(canvas, this.insets)
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
    const dt = Math.min(Math.max((now - this.last) / 1000, 0), DT_MAX_S)
    this.last = now
    this.room.playTarget = this.session.playTarget(performance.now())
    this.room.step(dt)

    const { surface, stage, overlay, grabbing, keys } = this.playing
    keys.pump(now, dt)
    grabbing.pump(now)
    const pose = this.lens?.pose?.() ?? null
    const positions = pose ?? this.room.playback.positions()
    stage.draw({
      scene: this.room.state?.scene ?? null,
      positions,
      moving: pose === null && this.room.playback.moving,
      gusts: this.room.gusts,
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
    surface.classList.toggle('grabbing', this.room.own.all.length > 0)
    surface.classList.toggle('grabbable', grabbing.hovered !== null && this.session.live)
    this.count(now)
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
