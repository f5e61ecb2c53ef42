import { Emitter } from '../model/emitter'

// A server that has just come back answers before its WebSocket was tried again,
// and a busy one may turn a whole class away for a second: neither is a network
// that blocks.
const SIGNS_ENOUGH = 3

/**
 * Whether the network blocks WebSocket. Browsers do not tell why one did not
 * open; but when the server answers an ordinary request right after that, and
 * does so several times in a row, something on the way lets only pages through.
 */
export class Blockage {
  readonly changed = new Emitter<boolean>()
  private signs = 0
  /** How often a WebSocket has opened: a sign from before that counts no more. */
  private openings = 0

  constructor(private readonly isAlive: () => Promise<boolean>) {}

  get certain(): boolean {
    return this.signs >= SIGNS_ENOUGH
  }

  /** A WebSocket has opened. */
  clear(): void {
    this.openings += 1
    this.signs = 0
  }

  /** A WebSocket has not opened. */
  async suspect(): Promise<void> {
    const { certain, openings } = this
    const alive = await this.isAlive()
    if (openings !== this.openings) return
    this.signs = alive ? this.signs + 1 : 0
    if (this.certain !== certain) this.changed.emit(this.certain)
  }
}
