// The server's clock, seen from here, and how long playback must wait for frames.
//
// A message cannot arrive before it was sent, so the least delayed of the recent
// ones tells the offset best; how late the others are beside it is the jitter that
// playback must wait out. Both are looked for in the latest seconds, not in so many
// messages, so that a clock that drifts, or another way through the network, is
// followed as soon at one frame per second as at sixty.
//
//   due ──transit──▶ arrived        local − server, ms
//   due ──────transit──────▶ arrived
//                    ╰─late─╯       beside the least: what nearly all of them keep
//
// The jitter grows at once, because pictures stand still until it does, and shrinks
// so slowly that nobody sees the playhead hurry.

const WINDOW_MS = 5000
/** So many frames may come too late. */
const IN_TIME_SHARE = 0.97
const SHRINK_MS_PER_S = 40
/** No picture waits longer for stragglers. What is later was held up, and tells nothing of the rest. */
const JITTER_MAX_MS = 300

interface Arrival {
  readonly local: number
  /** local − server, ms. */
  readonly transit: number
  /** The transit that would have been soon enough for a frame due when it usually is. */
  readonly needed: number
}

export class ServerClock {
  private arrivals: Arrival[] = []
  /** The transit of the least delayed message, ms. */
  private least: number | null = null
  /** The transit that is waited for, ms. */
  private awaited = 0

  reset(): void {
    this.arrivals = []
    this.least = null
  }

  /**
   * A message stamped `server` (ms) arrived at `local` (ms). It was needed sooner by
   * `ahead` ms than a frame usually is, because the one before it lies farther back.
   */
  observe(server: number, local: number, ahead = 0): void {
    const before = this.arrivals.at(-1)
    const transit = local - server
    this.arrivals.push({ local, transit, needed: transit + ahead })
    this.arrivals = this.arrivals.filter((arrival) => local - arrival.local < WINDOW_MS)
    const jitter = this.jitter
    this.least = Math.min(...this.arrivals.map((arrival) => arrival.transit))
    // After a long rest the clocks may have come apart: the wait is kept, not the offset.
    const alone = before === undefined || this.arrivals.length === 1
    const kept = alone
      ? this.least + jitter
      : this.awaited - (SHRINK_MS_PER_S * (local - before.local)) / 1000
    const most = this.least + JITTER_MAX_MS
    // What is older than that was no jitter: a room at rest hands out frames of long ago.
    this.awaited = Math.max(kept > most ? this.least : kept, this.inTime(most))
  }

  /** The transit that nearly all recent frames kept, of those that kept `most`. */
  private inTime(most: number): number {
    const needed = this.arrivals.map((arrival) => arrival.needed).filter((it) => it <= most)
    const last = Math.ceil(needed.length * IN_TIME_SHARE) - 1
    return needed.sort((a, b) => a - b)[last] ?? -Infinity
  }

  /** How long playback waits for frames that come late, ms. */
  get jitter(): number {
    return this.least === null ? 0 : this.awaited - this.least
  }

  /** The server's time as the least delayed messages tell it, ms. */
  now(local: number): number | null {
    return this.least === null ? null : local - this.least
  }
}
