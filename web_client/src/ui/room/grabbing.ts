import type { Room } from '../../model/room'
import { particleAt, type Vector } from '../../model/vector'
import type { Session } from '../../net/session'
import type { Point } from '../../render/hands_overlay'
import type { View } from '../../render/view'

const REACH_PX = 24
const TOUCH_REACH_PX = 44
const MOVES_PER_S = 60
// Leave room for other commands below the server's limit.
const SHARE_FOR_MOVES = 0.75
// What the protocol allows a target to be, m.
const TARGET_MAX = 64

/** What pulls: a pointer, by its id, or the keyboard. */
export type Puller = number | 'keys'

/** What a puller holds. */
interface Held {
  readonly hand: number
  readonly particle: number
  readonly anchor: Vector
  /** A target that waits for its turn to be sent. */
  waiting: Vector | null
}

/**
 * Turns pointers and keys into hands. The target moves on the plane through the
 * grabbed particle that faces the camera, as it was when the particle was grabbed.
 * A hand that the room lets go stays open: its puller holds nothing until it
 * takes something anew.
 */
export class Grabbing {
  /** The particle that a press would take. */
  hovered: number | null = null
  private readonly pullers = new Map<Puller, Held>()
  private lastSent = 0

  /** `surface` lies over the canvas exactly. */
  constructor(
    private readonly surface: HTMLElement,
    private readonly room: Room,
    private readonly session: Session,
    private readonly view: View,
    private readonly refuse: (code: string, at: Point) => void,
  ) {
    surface.addEventListener('pointerdown', this.press)
    surface.addEventListener('pointermove', this.move)
    surface.addEventListener('pointerup', this.lift)
    surface.addEventListener('pointercancel', this.lift)
    surface.addEventListener('lostpointercapture', this.lift)
    surface.addEventListener('pointerleave', this.leave)
    window.addEventListener('blur', this.releaseAll)
  }

  dispose(): void {
    this.releaseAll()
    const { surface } = this
    surface.removeEventListener('pointerdown', this.press)
    surface.removeEventListener('pointermove', this.move)
    surface.removeEventListener('pointerup', this.lift)
    surface.removeEventListener('pointercancel', this.lift)
    surface.removeEventListener('lostpointercapture', this.lift)
    surface.removeEventListener('pointerleave', this.leave)
    window.removeEventListener('blur', this.releaseAll)
  }

  /** Once per picture: send targets whose turn has come, forget hands that are gone. */
  pump(now: number): void {
    this.forgetGone()
    const limit = (this.room.self?.commandsPerSecond ?? MOVES_PER_S) * SHARE_FOR_MOVES
    const perHand = Math.min(MOVES_PER_S, limit / Math.max(this.pullers.size, 1))
    // A picture may come a little early; it shall not cost every second move.
    if (now - this.lastSent < 1000 / perHand - 2) return
    for (const held of this.pullers.values()) {
      if (held.waiting === null) continue
      this.session.command({ type: 'move', hand: held.hand, at: held.waiting })
      held.waiting = null
      this.lastSent = now
    }
  }

  /** The particle that a puller holds. */
  heldBy(puller: Puller): number | null {
    this.forgetGone()
    return this.pullers.get(puller)?.particle ?? null
  }

  /** Take a particle and pull it to a point of the surface; false if that is refused. */
  take(puller: Puller, particle: number, point: Point): boolean {
    this.forgetGone()
    const positions = this.room.playback.positions()
    if (positions === null || !this.session.live) return false
    this.room.look(particle)
    const refused = this.refusal(particle)
    if (refused !== null) {
      this.refuse(refused, point)
      return false
    }
    const anchor = particleAt(positions, particle)
    const at = this.target(point, anchor)
    const own = this.room.own.reach(particle, at, this.room.self?.handsMax ?? 1)
    if (own === null) {
      this.refuse('too_many_hands', point)
      return false
    }
    this.pullers.set(puller, { hand: own.hand, particle, anchor, waiting: null })
    this.session.command({ type: 'grab', hand: own.hand, particle, at })
    return true
  }

  /** Pull what is held to another point. */
  pull(puller: Puller, point: Point): void {
    const held = this.pullers.get(puller)
    const own = held && this.room.own.get(held.hand)
    if (held === undefined || own === undefined) return
    own.target = this.target(point, held.anchor)
    held.waiting = own.target
  }

  release(puller: Puller): void {
    const held = this.pullers.get(puller)
    if (held === undefined) return
    this.pullers.delete(puller)
    if (this.room.own.get(held.hand) === undefined) return
    if (held.waiting) this.session.command({ type: 'move', hand: held.hand, at: held.waiting })
    this.room.own.drop(held.hand)
    this.session.command({ type: 'release', hand: held.hand })
  }

  readonly releaseAll = (): void => {
    for (const puller of [...this.pullers.keys()]) this.release(puller)
  }

  /** The room has let hands go: their numbers may serve others from now on. */
  private forgetGone(): void {
    for (const [puller, held] of this.pullers) {
      const own = this.room.own.get(held.hand)
      if (own === undefined || own.particle !== held.particle) this.pullers.delete(puller)
    }
  }

  private refusal(particle: number): string | null {
    if (!this.room.may('grab')) return this.whyNot()
    return this.isPin(particle) ? 'pinned' : null
  }

  private whyNot(): string {
    const { state, self } = this.room
    if (state?.hostAway && state.rules.away === 'freeze') return 'host_away'
    if (self?.watch) return 'watching'
    return state?.rules.frozen ? 'frozen' : 'not_allowed'
  }

  private readonly press = (event: PointerEvent): void => {
    if (event.button !== 0) return
    const particle = this.under(event)
    if (particle === null) return
    if (!this.take(event.pointerId, particle, { x: event.offsetX, y: event.offsetY })) return
    this.surface.setPointerCapture(event.pointerId)
    this.hovered = null
  }

  private readonly move = (event: PointerEvent): void => {
    if (this.pullers.has(event.pointerId)) {
      this.pull(event.pointerId, { x: event.offsetX, y: event.offsetY })
    } else {
      this.hover(event)
    }
  }

  private hover(event: PointerEvent): void {
    // A finger, or a button that is still down, takes nothing until pressed again.
    const idle = event.pointerType !== 'touch' && event.buttons === 0
    const particle = idle ? this.under(event) : null
    this.hovered = particle !== null && this.isPin(particle) ? null : particle
  }

  private readonly lift = (event: PointerEvent): void => this.release(event.pointerId)

  private readonly leave = (): void => {
    this.hovered = null
  }

  private under(event: PointerEvent): number | null {
    const positions = this.room.playback.positions()
    if (positions === null) return null
    const reach = event.pointerType === 'touch' ? TOUCH_REACH_PX : REACH_PX
    return this.view.nearest(positions, event.offsetX, event.offsetY, reach)
  }

  private isPin(particle: number): boolean {
    return this.room.state?.scene.pins.includes(particle) ?? false
  }

  private target(point: Point, anchor: Vector): Vector {
    const [x, y, z] = this.view.onFacingPlane(point.x, point.y, anchor)
    return [within(x), within(y), within(z)]
  }
}

function within(metres: number): number {
  return Math.min(Math.max(metres, -TARGET_MAX), TARGET_MAX)
}
