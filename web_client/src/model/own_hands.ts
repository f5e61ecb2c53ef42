import type { Vector } from './vector'

/** A hold of this page's own member, from the press on. */
export interface OwnHand {
  readonly hand: number
  readonly particle: number
  target: Vector
  /** The room has confirmed the hold. */
  held: boolean
}

/**
 * This member's hands. They exist from the press, before the server has
 * confirmed the hold, so that the elastic follows the finger without delay.
 */
export class OwnHands {
  private readonly hands = new Map<number, OwnHand>()

  get all(): readonly OwnHand[] {
    return [...this.hands.values()]
  }

  get(hand: number): OwnHand | undefined {
    return this.hands.get(hand)
  }

  /** Reach for a particle with the lowest free hand; null when all are busy. */
  reach(particle: number, target: Vector, limit: number): OwnHand | null {
    for (let hand = 0; hand < limit; hand++) {
      if (this.hands.has(hand)) continue
      const reached: OwnHand = { hand, particle, target, held: false }
      this.hands.set(hand, reached)
      return reached
    }
    return null
  }

  confirm(hand: number): void {
    const own = this.hands.get(hand)
    if (own) own.held = true
  }

  drop(hand: number): void {
    this.hands.delete(hand)
  }

  dropAll(): void {
    this.hands.clear()
  }
}
