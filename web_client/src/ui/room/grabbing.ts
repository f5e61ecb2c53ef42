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

/** A pointer that is down on the canvas and holds something. */
interface Held {
  readonly hand: number
  readonly particle: number
  /** A target that waits for its turn to be sent. */
  waiting: Vector | null
}

/**
 * Turns pointers into hands. The target moves on the plane through the grabbed
 * particle that faces the camera, as it was when the particle was grabbed.
 */
export class Grabbing {
  /** The particle that a press would take. */
  hovered: number | null = null
  private readonly pointers = new Map<number, Held & { anchor: Vector }>()
  private lastSent = 0

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly room: Room,
    private readonly session: Session,
    private readonly view: View,
    private readonly refuse: (code: string, at: Point) => void,
  ) {
    canvas.addEventListener('pointerdown', this.press)
    canvas.addEventListener('pointermove', this.move)
    canvas.addEventListener('pointerup', this.lift)
    canvas.addEventListener('pointercancel', this.lift)
    canvas.addEventListener('lostpointercapture', this.lift)
    canvas.addEventListener('pointerleave', this.leave)
    window.addEventListener('blur', this.releaseAll)
  }

  dispose(): void {
    this.releaseAll()
    const { canvas } = this
    canvas.removeEventListener('pointerdown', this.press)
    canvas.removeEventListener('pointermove', this.move)
    canvas.removeEventListener('pointerup', this.lift)
    canvas.removeEventListener('pointercancel', this.lift)
    canvas.removeEventListener('lostpointercapture', this.lift)
    canvas.removeEventListener('pointerleave', this.leave)
    window.removeEventListener('blur', this.releaseAll)
  }

  /** Once per picture: send targets whose turn has come, forget hands that are gone. */
  pump(now: number): void {
    for (const [pointer, held] of this.pointers) {
      if (this.room.own.get(held.hand) === undefined) this.pointers.delete(pointer)
    }
    const limit = (this.room.self?.commandsPerSecond ?? MOVES_PER_S) * SHARE_FOR_MOVES
    const perHand = Math.min(MOVES_PER_S, limit / Math.max(this.pointers.size, 1))
    // A picture may come a little early; it shall not cost every second move.
    if (now - this.lastSent < 1000 / perHand - 2) return
    for (const held of this.pointers.values()) {
      if (held.waiting === null) continue
      this.session.command({ type: 'move', hand: held.hand, at: held.waiting })
      held.waiting = null
      this.lastSent = now
    }
  }

  private readonly press = (event: PointerEvent): void => {
    if (event.button !== 0 || !this.session.live) return
    const point = { x: event.offsetX, y: event.offsetY }
    const positions = this.room.playback.positions()
    const particle = this.under(event)
    if (particle === null || positions === null) return
    event.preventDefault()
    this.room.look(particle)
    if (!this.room.may('grab')) return this.refuse('not_allowed', point)
    if (this.isPin(particle)) return this.refuse('pinned', point)
    const anchor = particleAt(positions, particle)
    const at = this.target(point, anchor)
    const own = this.room.own.reach(particle, at, this.room.self?.handsMax ?? 1)
    if (own === null) return this.refuse('too_many_hands', point)
    this.canvas.setPointerCapture(event.pointerId)
    this.hovered = null
    this.pointers.set(event.pointerId, { hand: own.hand, particle, anchor, waiting: null })
    this.session.command({ type: 'grab', hand: own.hand, particle, at })
  }

  private readonly move = (event: PointerEvent): void => {
    const held = this.pointers.get(event.pointerId)
    if (held === undefined) {
      this.hover(event)
      return
    }
    const own = this.room.own.get(held.hand)
    if (own === undefined) return
    own.target = this.target({ x: event.offsetX, y: event.offsetY }, held.anchor)
    held.waiting = own.target
  }

  private hover(event: PointerEvent): void {
    const particle = event.pointerType === 'touch' ? null : this.under(event)
    this.hovered = particle !== null && this.isPin(particle) ? null : particle
  }

  private readonly lift = (event: PointerEvent): void => this.release(event.pointerId)

  private readonly leave = (): void => {
    this.hovered = null
  }

  private readonly releaseAll = (): void => {
    for (const pointer of [...this.pointers.keys()]) this.release(pointer)
  }

  private release(pointer: number): void {
    const held = this.pointers.get(pointer)
    if (held === undefined) return
    this.pointers.delete(pointer)
    if (this.room.own.get(held.hand) === undefined) return
    if (held.waiting) this.session.command({ type: 'move', hand: held.hand, at: held.waiting })
    this.room.own.drop(held.hand)
    this.session.command({ type: 'release', hand: held.hand })
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
