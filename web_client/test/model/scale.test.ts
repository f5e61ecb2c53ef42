import { describe, expect, it } from 'vitest'
import { evenScale, scaleFor, type Scale } from '../../src/model/scale'

/** All values that a slider with this scale can stand at. */
function valuesOf(scale: Scale): number[] {
  const values: number[] = []
  for (let p = scale.first; p <= scale.last; p += scale.step) values.push(scale.valueAt(p))
  return values
}

describe('the scale of a slider', () => {
  it('is even for few integers', () => {
    expect(valuesOf(scaleFor({ kind: 'int', min: 1, max: 5 }))).toEqual([1, 2, 3, 4, 5])
  })

  it('reaches every small integer of a wide range, at the position of its own number', () => {
    const scale = scaleFor({ kind: 'int', min: 1, max: 200 })
    for (let n = 1; n <= 30; n++) expect(scale.valueAt(n)).toBe(n)
  })

  it.each([
    { kind: 'int', min: 1, max: 200 },
    { kind: 'int', min: 1, max: 1000 },
    { kind: 'float', min: 0.001, max: 1000 },
  ] as const)('of $kind from $min to $max rises all the way to its ends', (range) => {
    const values = valuesOf(scaleFor(range))
    expect(values[0]).toBe(range.min)
    expect(values.at(-1)).toBe(range.max)
    expect(values.length).toBeLessThan(120)
    for (let i = 1; i < values.length; i++) expect(values[i]).toBeGreaterThan(values[i - 1]!)
  })

  it('from 0 reaches values as small as they matter', () => {
    const scale = scaleFor({ kind: 'float', min: 0, max: 1, finest: 1e-6 })
    expect(valuesOf(scale).slice(0, 3)).toEqual([0, 1e-6, 1.2e-6])
    expect(valuesOf(scale).at(-1)).toBe(1)
    for (const value of [0, 1e-6, 1e-4, 0.03, 1]) {
      expect(scale.valueAt(scale.positionOf(Math.fround(value)))).toBe(value)
    }
  })

  it('puts a value between two stops at the nearer one', () => {
    const scale = scaleFor({ kind: 'int', min: 1, max: 1000 })
    expect(scale.valueAt(scale.positionOf(811))).toBe(800)
  })

  it('has round steps for floats', () => {
    expect(scaleFor({ kind: 'float', min: 0, max: 30 }).step).toBeCloseTo(0.1)
    expect(scaleFor({ kind: 'float', min: 0, max: 1 }).step).toBeCloseTo(0.005)
  })

  it('gives back what it is given when even', () => {
    const scale = evenScale(0, 10, 0.5)
    expect(scale.valueAt(scale.positionOf(3.3))).toBe(3.3)
  })
})
