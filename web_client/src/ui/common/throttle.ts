/** Lets the newest of a burst of values through, at most one per `ms`. */
export class Throttle<Value> {
  private timer: ReturnType<typeof setTimeout> | undefined
  private waiting: { value: Value } | null = null

  constructor(
    private readonly ms: number,
    private readonly send: (value: Value) => void,
  ) {}

  push(value: Value): void {
    this.waiting = { value }
    if (this.timer === undefined) this.flush()
  }

  /** Send what waits now. */
  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.waiting === null) return
    const { value } = this.waiting
    this.waiting = null
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.flush()
    }, this.ms)
    this.send(value)
  }
}
