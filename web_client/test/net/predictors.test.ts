import { describe, expect, it } from 'vitest'
import { predictorsOf } from '../../src/net/predictors'

/** a, b and c of each particle but 0. */
function predictors(particles: number, links: number[][]): number[][] {
  const of = Array.from(predictorsOf(particles, Uint32Array.from(links.flat())))
  expect(of.every((at) => at % 3 === 0)).toBe(true)
  return Array.from({ length: particles }, (_, i) =>
    of.slice(3 * i, 3 * i + 3).map((at) => at / 3),
  ).slice(1)
}

describe('predictors', () => {
  it('are the particle before where nothing is linked', () => {
    expect(predictors(3, [])).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ])
  })

  it('go straight on along a rope', () => {
    const links = [
      [0, 1],
      [1, 2],
      [2, 3],
    ]
    expect(predictors(4, links)).toEqual([
      [0, 0, 0],
      [1, 1, 0],
      [2, 2, 1],
    ])
  })

  it('complete the square of a cloth', () => {
    const links = [
      [0, 1],
      [2, 3],
      [0, 2],
      [1, 3],
    ]
    expect(predictors(4, links)[2]).toEqual([2, 1, 0])
  })

  it('take the first b that has something in common with a, and the highest of that', () => {
    // 6 is linked with 5, 4 and 3; 5 with 2, 1 and 0; 4 with none of these, 3 with 1 and 0.
    const links = [
      [6, 3],
      [6, 4],
      [6, 5],
      [5, 0],
      [5, 1],
      [5, 2],
      [3, 0],
      [3, 1],
    ]
    expect(predictors(7, links)[5]).toEqual([5, 3, 1])
  })

  it('look at the 8 highest only', () => {
    // 10 is linked with 1 … 9. Only 1 has something in common with 9, but 8 others are higher.
    const others = [2, 3, 4, 5, 6, 7, 8, 9].map((one) => [one, 10])
    const common = [
      [0, 9],
      [0, 1],
    ]
    expect(predictors(11, [[1, 10], ...others, ...common])[9]).toEqual([9, 9, 0])
    const fewer = others.filter(([one]) => one !== 5)
    expect(predictors(11, [[1, 10], ...fewer, ...common])[9]).toEqual([9, 1, 0])
  })

  it('do not depend on order, direction or repetition of links', () => {
    const links = [
      [0, 1],
      [1, 2],
      [0, 3],
      [1, 4],
      [2, 5],
      [3, 4],
      [4, 5],
    ]
    const again = [...links.map(([a, b]) => [b!, a!]).reverse(), [4, 4], ...links]
    expect(predictors(6, again)).toEqual(predictors(6, links))
  })

  it('are made for no particles and for one', () => {
    expect(predictorsOf(0, new Uint32Array()).length).toBe(0)
    expect(predictorsOf(1, new Uint32Array()).length).toBe(3)
  })
})
