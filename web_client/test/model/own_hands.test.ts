import { describe, expect, it } from 'vitest'
import { OwnHands } from '../../src/model/own_hands'

describe('own hands', () => {
  it('take the lowest number that is free', () => {
    const hands = new OwnHands()
    hands.reach(1, [0, 0, 0], 3)
    hands.reach(2, [0, 0, 0], 3)
    hands.drop(0)
    expect(hands.reach(3, [0, 0, 0], 3)!.hand).toBe(0)
  })

  it('are no more than the room allows', () => {
    const hands = new OwnHands()
    hands.reach(1, [0, 0, 0], 1)
    expect(hands.reach(2, [0, 0, 0], 1)).toBeNull()
  })

  it('are unconfirmed until the room says so', () => {
    const hands = new OwnHands()
    hands.reach(1, [0, 0, 0], 1)
    expect(hands.get(0)!.held).toBe(false)
    hands.confirm(0)
    expect(hands.get(0)!.held).toBe(true)
  })
})
