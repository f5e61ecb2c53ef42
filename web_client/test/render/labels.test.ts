import { describe, expect, it } from 'vitest'
import { placeLabels, spread } from '../../src/render/labels'

const AREA = { width: 400, height: 300 }

describe('spread', () => {
  it('leaves marks that stand apart where they are', () => {
    const marks = [
      { x: 10, y: 10 },
      { x: 60, y: 10 },
    ]
    expect(spread(marks)).toEqual(marks)
  })

  it('shows every one of eight hands at the same place', () => {
    const marks = spread(Array.from({ length: 8 }, () => ({ x: 100, y: 100 })))
    expect(marks[0]).toEqual({ x: 100, y: 100 })
    marks.forEach((a, i) =>
      marks.slice(i + 1).forEach((b) => {
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(19.9)
      }),
    )
  })
})

describe('placeLabels', () => {
  it('puts a label to the right of its mark', () => {
    const [label] = placeLabels([{ x: 100, y: 100 }], [50], [undefined], AREA)
    expect(label).toEqual({ x: 115, y: 100, side: 'right' })
  })

  it('stays inside at the right edge', () => {
    const [label] = placeLabels([{ x: 380, y: 100 }], [50], [undefined], AREA)
    expect(label!.side).toBe('left')
    expect(label!.x).toBe(315)
  })

  it('keeps labels of neighbours off each other and off the marks', () => {
    const marks = [
      { x: 100, y: 100 },
      { x: 130, y: 100 },
    ]
    const [first, second] = placeLabels(marks, [50, 50], [undefined, undefined], AREA)
    // To the right of the first stands the mark of the second.
    expect(first!.side).toBe('left')
    expect(second!.side).toBe('right')
  })

  it('stays on its side while that is free', () => {
    const [label] = placeLabels([{ x: 200, y: 100 }], [50], ['below'], AREA)
    expect(label!.side).toBe('below')
  })
})
