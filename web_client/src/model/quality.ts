// How much is drawn. A machine without a graphics card draws every pixel by
// itself, so that less of a picture may mean many more pictures. The measure is
// the time from one picture to the next: the calls to draw return long before the
// drawing is done. It only ever goes down by itself: a picture that changes its
// looks again and again is worse than a plain one.

export const QUALITIES = ['full', 'light', 'lightest'] as const

/** Everything; without shadow, smooth edges and fine pixels; in fewer pixels still. */
export type Quality = (typeof QUALITIES)[number]

/** Slower than 25 pictures per second. A screen or a saver that shows 30 is left alone. */
const SLOW_MS = 40
const WINDOW_MS = 1500
const WINDOW_LEAST = 3
/** Slow stretches in a row before less is drawn; one may be the page's loading. */
const STRETCHES = 2
/** A longer gap is no picture but a tab that slept. */
const GAP_MS = 1000

export function isQuality(name: string | null): name is Quality {
  return (QUALITIES as readonly (string | null)[]).includes(name)
}

/** Finds the drawing that this machine can follow. */
export class QualityChooser {
  quality: Quality = 'full'
  private intervals: number[] = []
  private sum = 0
  private slowStretches = 0

  /** Begin measuring anew, as after something that takes its time. */
  restart(): void {
    this.clear()
    this.slowStretches = 0
  }

  /** A picture took `interval` ms until the next; true when less is to be drawn from now on. */
  note(interval: number): boolean {
    if (interval > GAP_MS) {
      this.restart()
      return false
    }
    this.intervals.push(interval)
    this.sum += interval
    if (this.sum < WINDOW_MS || this.intervals.length < WINDOW_LEAST) return false
    const slow = median(this.intervals) > SLOW_MS
    this.clear()
    this.slowStretches = slow ? this.slowStretches + 1 : 0
    if (this.slowStretches < STRETCHES) return false
    this.slowStretches = 0
    return this.lower()
  }

  private lower(): boolean {
    const next = QUALITIES[QUALITIES.indexOf(this.quality) + 1]
    if (next === undefined) return false
    this.quality = next
    return true
  }

  private clear(): void {
    this.intervals = []
    this.sum = 0
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
