import { describe, expect, it } from 'vitest'
import { defaultProbe, hangingRow, longestRow, restOf, rowsOf } from '../../src/model/rows'
import type { Scene } from '../../src/model/scene'
import { chain } from './sample'

/** Ropes of the given numbers of particles, one after the other; each pinned at both ends. */
function ropes(...sizes: number[]): Scene {
  const links: number[] = []
  const pins: number[] = []
  let first = 0
  for (const size of sizes) {
    for (let i = first; i + 1 < first + size; i++) links.push(i + 1, i)
    pins.push(first, first + size - 1)
    first += size
  }
  return {
    ...chain,
    particles: first,
    links: Uint32Array.from(links),
    rest: new Float32Array(links.length / 2).fill(0.25),
    pins: Uint32Array.from(pins),
  }
}

describe('the rows of a scene', () => {
  it('are runs of particles that are linked one to the next', () => {
    expect(rowsOf(ropes(4, 7))).toEqual([
      { first: 0, last: 3 },
      { first: 4, last: 10 },
    ])
  })

  it('leave out particles that stand alone', () => {
    expect(rowsOf({ ...ropes(3), particles: 9 })).toEqual([{ first: 0, last: 2 }])
  })

  it('know their longest', () => {
    expect(longestRow(ropes(4, 7, 7))).toEqual({ first: 4, last: 10 })
    expect(longestRow({ ...chain, links: new Uint32Array(), rest: new Float32Array() })).toBeNull()
  })

  it('hang between two pins, or do not hang', () => {
    expect(hangingRow(ropes(4, 7))).toEqual({ first: 4, last: 10 })
    expect(hangingRow({ ...ropes(7), pins: Uint32Array.of(0) })).toBeNull()
  })

  it('are divided by a pin in between', () => {
    expect(hangingRow({ ...ropes(9), pins: Uint32Array.of(8, 0, 3) })).toEqual({ first: 3, last: 8 })
  })

  it('have links of a mean length', () => {
    expect(restOf(ropes(4, 7), { first: 4, last: 10 })).toBeCloseTo(0.25)
  })
})

describe('the particle to look at first', () => {
  it('lies in the longest row, away from the nodes of low harmonics', () => {
    expect(defaultProbe(ropes(3, 101))).toBe(3 + 29)
  })
})
