// The server's clock, seen from here. A message cannot arrive before it was
// sent, so the least delayed of the recent ones tells the offset best; how late
// the others are beside it is the jitter that playback must wait out.

const WINDOW = 240
const LATE_SHARE = 0.95

export class ServerClock {
  /** server − local, ms, of recent messages; the largest is the least delayed. */
  private offsets: number[] = []
  private offset: number | null = null
  private late = 0

  reset(): void {
    this.offsets = []
    this.offset = null
    this.late = 0
  }

  /** A message stamped `server` (ms) arrived at `local` (ms). */
  observe(server: number, local: number): void {
    this.offsets.push(server - local)
    if (this.offsets.length > WINDOW) this.offsets.shift()
    const sorted = [...this.offsets].sort((a, b) => b - a)
    this.offset = sorted[0]!
    this.late = sorted[0]! - sorted[Math.floor((sorted.length - 1) * LATE_SHARE)]!
  }

  /** How late all but the latest twentieth of messages came, ms. */
  get jitter(): number {
    return this.late
  }

  /** The server's time as the least delayed messages tell it, ms. */
  now(local: number): number | null {
    return this.offset === null ? null : local + this.offset
  }
}
