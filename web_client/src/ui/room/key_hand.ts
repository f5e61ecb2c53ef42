import type { Announcer } from '../../a11y/announcer'
import { text } from '../../i18n'
import { labelOf } from '../../model/member'
import type { Room } from '../../model/room'
import { closest, neighbour, UNIT, type Direction } from '../../model/steer'
import type { Point } from '../../render/hands_overlay'
import type { View } from '../../render/view'
import type { Grabbing } from './grabbing'

// The hand of whoever uses the keyboard: first the arrows choose a particle, then
// they pull it. A key that is pressed moves the hand a little at once, and evenly
// from the moment it counts as held down.

const STEP_PX = 12
const SPEED_PX_PER_S = 260
// With Shift.
const SLOWER = 1 / 4
const HELD_DOWN_MS = 250
// The hand stays this far inside the play area.
const MARGIN_PX = 8

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export class KeyHand {
  /** The particle that Space would take, or that is held. */
  chosen: number | null = null
  /** Where the held particle is pulled to. */
  private at: Point = { x: 0, y: 0 }
  private holding = false
  /** When the arrows that are down were pressed, ms. */
  private readonly down = new Map<Direction, number>()
  private slow = false
  /** The keyboard is what this member uses just now. */
  private used = false

  constructor(
    private readonly surface: HTMLElement,
    private readonly room: Room,
    private readonly view: View,
    private readonly grabbing: Grabbing,
    private readonly announcer: Announcer,
  ) {
    surface.addEventListener('keydown', this.press)
    surface.addEventListener('keyup', this.lift)
    surface.addEventListener('focus', this.enter)
    surface.addEventListener('blur', this.leave)
    surface.addEventListener('pointerdown', this.rest)
  }

  dispose(): void {
    const { surface } = this
    surface.removeEventListener('keydown', this.press)
    surface.removeEventListener('keyup', this.lift)
    surface.removeEventListener('focus', this.enter)
    surface.removeEventListener('blur', this.leave)
    surface.removeEventListener('pointerdown', this.rest)
  }

  /** The particle to mark as the one that keys act on. */
  get marked(): number | null {
    return this.used ? this.chosen : null
  }

  /** Once per picture, `dt` seconds after the last. */
  pump(now: number, dt: number): void {
    const particles = this.room.state?.scene.particles ?? 0
    if (this.chosen !== null && this.chosen >= particles) this.chosen = null
    if (this.holding && this.grabbing.heldBy('keys') === null) this.holding = false
    if (!this.holding || this.down.size === 0) return
    const distance = SPEED_PX_PER_S * dt
    for (const [direction, since] of this.down) {
      if (now - since >= HELD_DOWN_MS) this.shift(direction, distance)
    }
    this.grabbing.pull('keys', this.at)
  }

  private readonly press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    this.slow = event.shiftKey
    if (!this.act(event)) return
    this.used = true
    event.preventDefault()
  }

  private act({ key, repeat }: KeyboardEvent): boolean {
    const direction = ARROWS[key]
    if (direction !== undefined) this.steer(direction, repeat)
    else if (key === ' ' || key === 'Enter') this.toggle(repeat)
    else if (key === 'Escape') this.openAll()
    else if (key === 'PageDown') this.count(1)
    else if (key === 'PageUp') this.count(-1)
    else if (key === 'Home') this.choose(0)
    else if (key === 'End') this.choose((this.room.state?.scene.particles ?? 0) - 1)
    else return false
    return true
  }

  private readonly lift = (event: KeyboardEvent): void => {
    this.slow = event.shiftKey
    const direction = ARROWS[event.key]
    if (direction !== undefined) this.down.delete(direction)
  }

  private readonly enter = (): void => {
    this.used = this.surface.matches(':focus-visible')
    if (this.chosen === null) this.chosen = this.first()
    if (this.used) this.describe()
  }

  /** Whoever goes on to another control lets go. */
  private readonly leave = (): void => {
    this.used = false
    this.down.clear()
    this.grabbing.release('keys')
  }

  private readonly rest = (): void => {
    this.used = false
  }

  private steer(direction: Direction, repeat: boolean): void {
    if (this.holding) {
      if (repeat) return
      this.down.set(direction, performance.now())
      this.shift(direction, STEP_PX)
      this.grabbing.pull('keys', this.at)
      return
    }
    const positions = this.room.playback.positions()
    if (positions === null) return
    const next =
      this.chosen === null
        ? this.first()
        : neighbour(this.view.projectAll(positions), this.chosen, direction)
    if (next !== null) this.choose(next)
  }

  /** To the next particle by number: so every one can be reached, hidden ones too. */
  private count(by: number): void {
    const particles = this.room.state?.scene.particles ?? 0
    if (particles === 0) return
    this.choose(this.chosen === null ? 0 : (this.chosen + by + particles) % particles)
  }

  private choose(particle: number): void {
    if (this.holding || particle < 0) return
    this.chosen = particle
    this.describe()
  }

  private toggle(repeat: boolean): void {
    if (repeat) return
    if (this.holding) return this.letGo()
    const positions = this.room.playback.positions()
    this.chosen ??= this.first()
    if (positions === null || this.chosen === null) return
    this.at = this.view.projectParticle(positions, this.chosen)
    this.holding = this.grabbing.take('keys', this.chosen, this.at)
    if (this.holding) this.announcer.say(text.play.taken(this.chosen))
  }

  private letGo(): void {
    this.holding = false
    this.grabbing.release('keys')
    this.announcer.say(text.play.released(this.chosen!))
  }

  /** Fingers may hold something as well. */
  private openAll(): void {
    if (this.holding) this.letGo()
    this.grabbing.releaseAll()
  }

  private shift(direction: Direction, distance: number): void {
    const [ux, uy] = UNIT[direction]
    const far = distance * (this.slow ? SLOWER : 1)
    const inside = (place: number, size: number) =>
      Math.min(Math.max(place, MARGIN_PX), Math.max(size - MARGIN_PX, MARGIN_PX))
    this.at = {
      x: inside(this.at.x + ux * far, this.view.width),
      y: inside(this.at.y + uy * far, this.view.height),
    }
  }

  /** The one looked at last, or what hangs in the middle. */
  private first(): number | null {
    const positions = this.room.playback.positions()
    if (positions === null) return null
    const { probe } = this.room
    if (probe !== null) return probe
    const points = this.view.projectAll(positions)
    return closest(points, this.view.width / 2, this.view.height / 2)
  }

  private describe(): void {
    if (this.chosen !== null) this.announcer.say(describeBead(this.room, this.chosen))
  }
}

function describeBead(room: Room, particle: number): string {
  const { state, self } = room
  if (state === null) return ''
  const holders = state.holds.filter((hold) => hold.particle === particle)
  const names = holders.map(({ seat }) =>
    seat === self?.seat ? text.people.you : labelOf(room.member(seat), seat),
  )
  return text.play.bead(particle, state.scene.particles, state.scene.pins.includes(particle), names)
}
