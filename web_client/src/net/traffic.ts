// What a connection carries, over the latest seconds, and what went wrong with it.

const WINDOW_MS = 2000

export class Traffic {
  /** Frames that could not be shown, because something before them was missing. */
  dropped = 0
  /** Full descriptions of the room that were asked for. */
  statesAsked = 0
  private readonly messages = new Recent()
  private readonly frames = new Recent()

  noteMessage(bytes: number, now: number): void {
    this.messages.note(bytes, now)
  }

  /** A frame among what came. */
  noteFrame(bytes: number, now: number): void {
    this.frames.note(bytes, now)
  }

  framesPerSecond(now: number): number {
    return this.frames.perSecond(now)
  }

  /** All messages, as they come out of the socket. */
  bytesPerSecond(now: number): number {
    const { messages } = this
    return messages.mean(now) * messages.perSecond(now)
  }

  /** The positions alone; null while no frames come. */
  bytesPerFrame(now: number): number | null {
    return this.frames.perSecond(now) === 0 ? null : this.frames.mean(now)
  }
}

/** Sizes, and when they came. */
class Recent {
  private noted: { readonly at: number; readonly bytes: number }[] = []

  note(bytes: number, now: number): void {
    this.forget(now)
    this.noted.push({ at: now, bytes })
  }

  perSecond(now: number): number {
    this.forget(now)
    return (1000 * this.noted.length) / WINDOW_MS
  }

  /** 0 if there was nothing. */
  mean(now: number): number {
    this.forget(now)
    const sum = this.noted.reduce((total, { bytes }) => total + bytes, 0)
    return sum / Math.max(this.noted.length, 1)
  }

  private forget(now: number): void {
    const first = this.noted.findIndex(({ at }) => at > now - WINDOW_MS)
    this.noted.splice(0, first < 0 ? this.noted.length : first)
  }
}
