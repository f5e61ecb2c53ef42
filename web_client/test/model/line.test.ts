import { describe, expect, it } from 'vitest'
import { bytesPerSecond, levelOfRate, levelOfTrips, summariseTrips, viewersOn } from '../../src/model/line'

const cloth = { particles: 561, viewers: 30, rate: 30 }
const rope = { particles: 41, viewers: 30, rate: 30 }

describe('a line', () => {
  it('has a median and a worst round trip', () => {
    expect(summariseTrips([30])).toEqual({ median: 30, worst: 30 })
    expect(summariseTrips([9, 1, 2])).toEqual({ median: 2, worst: 9 })
    expect(summariseTrips([4, 1, 2, 100])).toEqual({ median: 3, worst: 100 })
  })

  it('is as good as what a hand feels, with a remark for one late answer', () => {
    expect(levelOfTrips({ median: 20, worst: 60 })).toBe('good')
    expect(levelOfTrips({ median: 20, worst: 700 })).toBe('warn')
    expect(levelOfTrips({ median: 180, worst: 190 })).toBe('warn')
    expect(levelOfTrips({ median: 300, worst: 310 })).toBe('bad')
  })

  it('needs two bytes a particle at most, and some around them, for every viewer and frame', () => {
    expect(bytesPerSecond(cloth)).toBe((2 * 561 + 200) * 900)
    expect(bytesPerSecond(rope)).toBe((2 * 41 + 200) * 900)
  })

  it('is enough for the cloth, for the rope alone, or for neither', () => {
    expect(levelOfRate(bytesPerSecond(cloth), cloth, rope)).toBe('good')
    expect(levelOfRate(bytesPerSecond(cloth) - 1, cloth, rope)).toBe('warn')
    expect(levelOfRate(bytesPerSecond(rope) - 1, cloth, rope)).toBe('bad')
  })

  it('carries so many viewers, and no half ones', () => {
    expect(viewersOn(bytesPerSecond(cloth) - 1, cloth)).toBe(29)
    expect(viewersOn(0, rope)).toBe(0)
  })
})
