import { describe, expect, it } from 'vitest'
import { beadPolygon, catenary, parabola } from '../../src/model/catenary'
import type { Vector } from '../../src/model/vector'

const point = (points: readonly number[], i: number): Vector => [
  points[3 * i]!,
  points[3 * i + 1]!,
  points[3 * i + 2]!,
]
const lastOf = (points: readonly number[]) => point(points, points.length / 3 - 1)

function near(a: Vector, b: Vector, digits = 6): void {
  for (let c = 0; c < 3; c++) expect(a[c]!).toBeCloseTo(b[c]!, digits)
}

const lengthOf = (points: readonly number[]) => {
  let sum = 0
  for (let i = 0; 3 * (i + 1) < points.length; i++) {
    const [a, b] = [point(points, i), point(points, i + 1)]
    sum += Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])
  }
  return sum
}

describe('the catenary', () => {
  it('runs from one end to the other, whatever their heights', () => {
    const [from, to]: [Vector, Vector] = [[-1, 2, 0.5], [1.5, 2.8, -0.5]]
    const points = catenary(from, to, 0.9)
    near(point(points, 0), from)
    near(lastOf(points), to)
  })

  it('sags between level ends by a (cosh(d/2a) − 1)', () => {
    const points = catenary([0, 0, 0], [2, 0, 0], 0.8)
    const lowest = Math.min(...points.filter((_, i) => i % 3 === 1))
    expect(lowest).toBeCloseTo(-0.8 * (Math.cosh(1 / 0.8) - 1), 6)
  })

  it('is as long as 2 a sinh(d/2a)', () => {
    expect(lengthOf(catenary([0, 0, 0], [2, 0, 0], 0.8))).toBeCloseTo(1.6 * Math.sinh(1 / 0.8), 3)
  })
})

describe('the catenary of links', () => {
  // Four links of a metre whose slopes are −3/2h, −1/2h, 1/2h, 3/2h.
  const h = 1.25
  const slopes = [-1.5, -0.5, 0.5, 1.5].map((s) => s / h)
  const span = slopes.reduce((sum, s) => sum + 1 / Math.hypot(1, s), 0)

  it('reaches the other end when pull and span belong together', () => {
    near(lastOf(beadPolygon([0, 1, 0], [span, 1, 0], 4, 1, h)), [span, 1, 0])
  })

  it('has slopes that grow by 1/h from link to link', () => {
    const points = beadPolygon([0, 1, 0], [span, 1, 0], 4, 1, h)
    const found = slopes.map((_, i) => {
      const [a, b] = [point(points, i), point(points, i + 1)]
      return (b[1] - a[1]) / (b[0] - a[0])
    })
    found.forEach((slope, i) => expect(slope).toBeCloseTo(slopes[i]!, 6))
  })

  it('climbs to an end that is higher', () => {
    expect(lastOf(beadPolygon([0, 0, 0], [2, 1.2, 0], 12, 0.3, 2))[1]).toBeCloseTo(1.2, 6)
  })

  it('comes close to the smooth one with many links', () => {
    const [a, d, links] = [0.8, 2, 400]
    const length = (2 * a * Math.sinh(d / 2 / a)) / links
    const points = beadPolygon([0, 0, 0], [d, 0, 0], links, length, a / length)
    expect(point(points, links / 2)[1]).toBeCloseTo(-a * (Math.cosh(d / 2 / a) - 1), 3)
  })
})

describe('the parabola', () => {
  it('runs from end to end and sags below the middle of its chord', () => {
    const points = parabola([0, 1, 0], [4, 2, 0], 0.7)
    near(point(points, 0), [0, 1, 0])
    near(lastOf(points), [4, 2, 0])
    near(point(points, points.length / 6 - 0.5), [2, 1.5 - 0.7, 0])
  })
})
