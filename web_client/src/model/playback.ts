import { mix, type Vector } from './vector'

// Frames arrive unevenly; they are played back evenly, a little late.
//
//   frames     ──A────B──────C─D────▶ server's clock (ms)
//   playhead        ▲ drawn: between A and B
//   target            ▲ where the playhead should be; it is steered there
//
// A gap (the world was at rest, the network stalled) is never played through: the
// frame before it holds until one interval before the frame after it. Slow motion
// between the two would be a lie, and old motion shown fast another.

const FRAMES_KEPT = 12
const GAP_INTERVALS = 6
const STEER_PER_S = 3
const SNAP_MS = 400

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
  private frames: Frame[] = []
  private playhead = 0
  private blended = new Float32Array(0)
  /** The interval when the newest frame came: the next one may still keep to it. */
  private intervalBefore: number

  /** `interval` is the time between frames in ms at the agreed rate. */
  constructor(public interval: number) {
    this.intervalBefore = interval
  }

  get newest(): Frame | null {
    return this.frames.at(-1) ?? null
  }

  /** Forget everything: the next frame has nothing to do with those before it. */
  cut(): void {
    this.frames = []
  }

  push(frame: Frame): void {
    const last = this.newest
    if (last !== null) {
      const elapsed = frame.time - last.time
      const usual = Math.max(this.interval, this.intervalBefore)
      if (elapsed <= 0) this.cut()
      else if (elapsed > GAP_INTERVALS * usual) this.keep({ ...last, time: frame.time - usual })
    }
    this.intervalBefore = this.interval
    if (this.frames.length === 0) this.playhead = frame.time
    this.keep(frame)
  }

  private keep(frame: Frame): void {
    this.frames.push(frame)
    if (this.frames.length > FRAMES_KEPT) this.frames.shift()
  }

  /** Advance by `dt` seconds, steering towards `target` (ms, server's clock). */
  step(dt: number, target: number): void {
    this.playhead += dt * 1000
    const error = target - this.playhead
    if (Math.abs(error) > SNAP_MS) this.playhead = target
    else this.playhead += error * Math.min(dt * STEER_PER_S, 1)
    while (this.frames.length > 1 && this.frames[1]!.time <= this.playhead) this.frames.shift()
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
    return Math.min(Math.max((this.playhead - from.time) / (to.time - from.time), 0), 1)
  }
}

function findHand(frame: Frame, seat: number, hand: number): HandTarget | undefined {
  return frame.hands.find((held) => held.seat === seat && held.hand === hand)
}
