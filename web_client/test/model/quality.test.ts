import { describe, expect, it } from 'vitest'
import { QualityChooser } from '../../src/model/quality'

/** Draw for some seconds with the same time between pictures; how often it changed. */
function draw(chooser: QualityChooser, interval: number, seconds: number): number {
  let changes = 0
  for (let t = 0; t < 1000 * seconds; t += interval) changes += Number(chooser.note(interval))
  return changes
}

describe('quality chooser', () => {
  it('leaves a machine that can follow alone, and one whose screen shows 30 per second', () => {
    const chooser = new QualityChooser()
    expect(draw(chooser, 17, 20) + draw(chooser, 33.4, 20)).toBe(0)
    expect(chooser.quality).toBe('full')
  })

  it('draws less after some seconds of slow pictures, and less still if that is not enough', () => {
    const chooser = new QualityChooser()
    expect(draw(chooser, 60, 1.2)).toBe(0)
    expect(draw(chooser, 60, 3)).toBe(1)
    expect(chooser.quality).toBe('light')
    draw(chooser, 50, 4)
    expect(chooser.quality).toBe('lightest')
    expect(draw(chooser, 200, 20)).toBe(0)
  })

  it('stays with what was enough', () => {
    const chooser = new QualityChooser()
    draw(chooser, 60, 4)
    draw(chooser, 17, 60)
    expect(chooser.quality).toBe('light')
  })

  it('forgives one slow stretch, single slow pictures, and a tab that slept', () => {
    const chooser = new QualityChooser()
    draw(chooser, 80, 2)
    draw(chooser, 17, 2)
    for (let i = 0; i < 500; i++) chooser.note(i % 10 === 0 ? 150 : 17)
    draw(chooser, 80, 2)
    chooser.note(30_000)
    draw(chooser, 80, 2)
    expect(chooser.quality).toBe('full')
  })
})
