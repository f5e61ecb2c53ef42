const KEPT = 240

/** What pictures cost, over the latest of them; ms. */
export interface FrameTimes {
  /** How many pictures these figures are of. */
  readonly pictures: number
  /** This page's own work for a picture: messages, model, page, and all of drawing but the calls below. */
  readonly main: Spread
  /** The calls that draw with WebGL. */
  readonly drawing: Spread
  /** From one picture to the next. */
  readonly interval: Spread
}

export interface Spread {
  readonly mean: number
  readonly median: number
  readonly p95: number
  readonly largest: number
}

/** Gathers what pictures cost. */
export class FrameClock {
  private readonly main: number[] = []
  private readonly drawing: number[] = []
  private readonly interval: number[] = []
  /** Work done since the last picture. */
  private between = 0

  /** The page worked for `ms` outside of drawing pictures. */
  work(ms: number): void {
    this.between += ms
  }

  /** A picture was made; all in ms. */
  picture(own: number, drawing: number, interval: number): void {
    push(this.main, own + this.between)
    push(this.drawing, drawing)
    push(this.interval, interval)
    this.between = 0
  }

  get times(): FrameTimes {
    return {
      pictures: this.main.length,
      main: spread(this.main),
      drawing: spread(this.drawing),
      interval: spread(this.interval),
    }
  }
}

function push(values: number[], value: number): void {
  values.push(value)
  if (values.length > KEPT) values.shift()
}

function spread(values: readonly number[]): Spread {
  if (values.length === 0) return { mean: 0, median: 0, p95: 0, largest: 0 }
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)]!
  return {
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    median: at(0.5),
    p95: at(0.95),
    largest: sorted.at(-1)!,
  }
}
