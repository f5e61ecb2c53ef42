import { mix, type Vector } from './vector'

// Frames arrive unevenly; they are played back evenly, a little late.
//
//   frames     ──A────B──────C─D────▶ server's clock (ms)
//   playhead        ▲ drawn: between A and B
//   target            ▲ where the playhead should be; it is steered there
//
// The playhead never goes back, and runs at most half as fast again as time does.
// Where that is not enough it is put to its target: what lies between is left out,
// because old motion shown fast would be a lie. When the next frame is late, the
// picture stands still at the newest one and goes on from there.
//
// A gap (the world was at rest, the network stalled) is never played through: the
// frame before it holds until one interval before the frame after it, because slow
// motion between the two would be another lie.

const FRAMES_KEPT = 32
const GAP_INTERVALS = 6
/** An error of so many ms doubles the pace, or stops it, but for its bounds. */
const STEER_MS = 330
const PACE_LEAST = 0.5
const PACE_MOST = 1.5
const CUT_MS = 400

export interface HandTarget {
  readonly seat: number
  readonly hand: number
  readonly at: Vector
}

export interface Frame {
  readonly step: number
  /** When the step was due, ms on the server's clock. */
  readonly time: number
  readonly positions: Float32Array
  readonly hands: readonly HandTarget[]
}

export class Playback {
  /** How many frames the picture has stood still for, because they came late. */
  late = 0
  private frames: Frame[] = []
  private head = 0
  private blended = new Float32Array(0)
  /** The interval when the newest frame came: the next one may still keep to it. */
  private intervalBefore: number
  /** The world has been at rest since the newest frame. */
  private rested = false
  /** The next frame has nothing to do with those before it. */
  private apart = false

  /** `interval` is the time between frames in ms at the agreed rate. */
  constructor(public interval: number) {
    this.intervalBefore = interval
  }

  get newest(): Frame | null {
    return this.frames.at(-1) ?? null
  }

  /** What the picture shows, ms on the server's clock. */
  get playhead(): number {
    return this.head
  }

  /** Forget everything: the next frame has nothing to do with those before it. */
  cut(): void {
    this.frames = []
  }

  /** Show what is there until the next frame, and from then on only what comes. */
  skip(): void {
    this.apart = true
  }

  /** The world looks at this step as in the newest frame. */
  hold(step: number): void {
    this.rested ||= this.newest !== null && step > this.newest.step
  }

  /** Take a frame; how much longer the picture moves towards it than it usually would, ms. */
  push(frame: Frame): number {
    if (this.apart) this.cut()
    const usual = Math.max(this.interval, this.intervalBefore)
    const ahead = this.join(frame, usual)
    this.rested = this.apart = false
    this.intervalBefore = this.interval
    this.keep(frame)
    return ahead
  }

  /** Make the passage from the newest frame to the next one. */
  private join(next: Frame, usual: number): number {
    const last = this.newest
    if (last === null || next.time < last.time) {
      this.cut()
      this.head = next.time
      return 0
    }
    const elapsed = next.time - last.time
    const gap = elapsed > GAP_INTERVALS * usual || (this.rested && elapsed > usual)
    const from = gap ? { ...last, time: next.time - usual } : last
    // Frames farther apart say that next to nothing moved, or that some were left out.
    const regular = elapsed < 2 * usual
    if (gap) this.keep(from)
    else if (elapsed === 0) this.frames.pop()
    else if (regular && this.head > last.time) this.late += 1
    this.head = Math.min(this.head, from.time)
    return regular ? Math.max(elapsed - usual, 0) : 0
  }

  private keep(frame: Frame): void {
    this.frames.push(frame)
    if (this.frames.length > FRAMES_KEPT) this.frames.shift()
  }

  /** Advance by `dt` seconds, steering towards `target` (ms, server's clock). */
  step(dt: number, target: number): void {
    const passed = 1000 * dt
    const error = target - (this.head + passed)
    if (!this.moving) this.head = Math.max(this.head, target)
    else if (error > CUT_MS) this.head = target
    else this.head += passed * Math.min(Math.max(1 + error / STEER_MS, PACE_LEAST), PACE_MOST)
    while (this.frames.length > 1 && this.frames[1]!.time <= this.head) this.frames.shift()
  }

  /** Whether the next picture will differ from this one. */
  get moving(): boolean {
    return this.frames.length > 1
  }

  /** Positions to draw now; the array is reused by the next call. */
  positions(): Float32Array | null {
    const [from, to] = this.frames
    if (from === undefined) return null
    const t = this.fraction()
    if (to === undefined || t === 0) return from.positions
    if (this.blended.length !== from.positions.length) {
      this.blended = new Float32Array(from.positions.length)
    }
    for (let i = 0; i < this.blended.length; i++) {
      const a = from.positions[i]!
      this.blended[i] = a + (to.positions[i]! - a) * t
    }
    return this.blended
  }

  /** Where a hand pulls to now, if the frames tell. */
  handTarget(seat: number, hand: number): Vector | null {
    const [from, to] = this.frames
    const a = from && findHand(from, seat, hand)
    const b = to && findHand(to, seat, hand)
    if (a && b) return mix(a.at, b.at, this.fraction())
    return (a ?? b)?.at ?? null
  }

  private fraction(): number {
    const [from, to] = this.frames
    if (from === undefined || to === undefined) return 0
    return Math.min(Math.max((this.head - from.time) / (to.time - from.time), 0), 1)
  }
}

function findHand(frame: Frame, seat: number, hand: number): HandTarget | undefined {
  return frame.hands.find((held) => held.seat === seat && held.hand === hand)
}
