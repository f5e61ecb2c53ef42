const FIRST_MS = 400
const LONGEST_MS = 10_000

/**
 * Waiting times between attempts to reconnect: doubling, and spread, so that a
 * classroom does not return to a restarted server in the same instant.
 */
export class Backoff {
  private attempts = 0

  constructor(private readonly random: () => number = Math.random) {}

  get attempt(): number {
    return this.attempts
  }

  reset(): void {
    this.attempts = 0
  }

  /** Count an attempt and tell how long to wait before it, at least `floor` ms. */
  next(floor: number): number {
    const longest = Math.min(FIRST_MS * 2 ** this.attempts, LONGEST_MS)
    this.attempts += 1
    return floor + longest * (0.5 + 0.5 * this.random())
  }
}
