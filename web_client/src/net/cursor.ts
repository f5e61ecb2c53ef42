/** What to do with a tick, by the rule of e0. */
export type Verdict = 'apply' | 'ask_for_state' | 'discard'

/**
 * The client's place in the room's events. A tick that does not begin exactly
 * there is discarded, and so is all that follows until a full state arrives;
 * the state is asked for once.
 */
export class Cursor {
  private reached: number | null = null
  private waiting = false

  get e(): number | null {
    return this.reached
  }

  /** A full description arrived that contains the events up to `e`. */
  jumpTo(e: number): void {
    this.reached = e
    this.waiting = false
  }

  /** Discard what comes until a full description arrives; it is asked for elsewhere. */
  lose(): void {
    this.waiting = true
  }

  judge(tick: { e0: number; e: number }): Verdict {
    if (this.waiting || this.reached === null) return 'discard'
    if (tick.e0 === this.reached) {
      this.reached = tick.e
      return 'apply'
    }
    this.waiting = true
    return 'ask_for_state'
  }
}
