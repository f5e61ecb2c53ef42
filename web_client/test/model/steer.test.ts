import { describe, expect, it } from 'vitest'
import { closest, neighbour } from '../../src/model/steer'

// A cloth of 3 × 3 seen from the front, 50 px apart: 0 1 2 / 3 4 5 / 6 7 8.
const cloth = Array.from({ length: 9 }, (_, i) => [50 * (i % 3), 50 * Math.floor(i / 3)]).flat()

describe('neighbour', () => {
  it('goes to the next point of the row or column', () => {
    expect(neighbour(cloth, 4, 'left')).toBe(3)
    expect(neighbour(cloth, 4, 'right')).toBe(5)
    expect(neighbour(cloth, 4, 'up')).toBe(1)
    expect(neighbour(cloth, 4, 'down')).toBe(7)
  })

  it('stays at the edge', () => {
    expect(neighbour(cloth, 0, 'left')).toBeNull()
    expect(neighbour(cloth, 8, 'down')).toBeNull()
  })

  it('follows a rope that hangs askew', () => {
    const rope = [0, 0, 30, 40, 60, 80]
    expect(neighbour(rope, 0, 'down')).toBe(1)
    expect(neighbour(rope, 0, 'right')).toBe(1)
    expect(neighbour(rope, 2, 'up')).toBe(1)
  })

  it('does not jump along a plumb line for a sideways key', () => {
    expect(neighbour([0, 0, 1, 50, 2, 100], 0, 'right')).toBeNull()
  })

  it('passes over a point at the same place', () => {
    expect(neighbour([0, 0, 0, 0, 20, 0], 0, 'right')).toBe(2)
  })
})

describe('closest', () => {
  it('is the nearest, and nothing where nothing is', () => {
    expect(closest(cloth, 60, 90)).toBe(7)
    expect(closest([], 0, 0)).toBeNull()
  })
})
