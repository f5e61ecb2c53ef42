import type { Measures } from './measures'

// Twenty minutes at ten samples a second, nearly seven at the thirty of plots.
const SAMPLES_MAX = 12_000

/** The measures of a world's life so far, as columns for plots and tables. */
export class Chronicle {
  /** Simulated seconds. */
  readonly times: number[] = []
  private readonly columns = new Map<string, number[]>()
  private lastStep = -1

  get length(): number {
    return this.times.length
  }

  clear(): void {
    this.times.length = 0
    this.columns.clear()
    this.lastStep = -1
  }

  /** A step that is there already is not taken twice: a paused room repeats itself. */
  note(time: number, { step, values }: Measures): void {
    if (step <= this.lastStep) return
    this.lastStep = step
    const before = this.length
    this.times.push(time)
    for (const [name, value] of Object.entries(values)) {
      let column = this.columns.get(name)
      if (column === undefined) {
        column = new Array<number>(before).fill(NaN)
        this.columns.set(name, column)
      }
      column.push(value)
    }
    for (const column of this.columns.values()) if (column.length <= before) column.push(NaN)
    if (this.length > SAMPLES_MAX) this.forgetOldest()
  }

  /** The values of one measure, NaN where it was not told. */
  column(name: string): readonly number[] {
    return this.columns.get(name) ?? new Array<number>(this.length).fill(NaN)
  }

  has(name: string): boolean {
    return this.columns.has(name)
  }

  /** Index of the first sample that is at most `seconds` older than the newest. */
  since(seconds: number): number {
    const from = (this.times.at(-1) ?? 0) - seconds
    const found = this.times.findIndex((time) => time >= from)
    return found < 0 ? 0 : found
  }

  private forgetOldest(): void {
    const many = SAMPLES_MAX / 10
    this.times.splice(0, many)
    for (const column of this.columns.values()) column.splice(0, many)
  }
}
