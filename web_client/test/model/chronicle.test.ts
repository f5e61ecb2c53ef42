import { describe, expect, it } from 'vitest'
import { Chronicle } from '../../src/model/chronicle'

const measures = (step: number, values: Record<string, number>) => ({ step, time: 0, values, pins: null })

describe('a chronicle', () => {
  it('keeps each measure as a column over time', () => {
    const chronicle = new Chronicle()
    chronicle.note(0.1, measures(6, { sag: 1, tension: 5 }))
    chronicle.note(0.2, measures(12, { sag: 2, tension: 6 }))
    expect(chronicle.times).toEqual([0.1, 0.2])
    expect(chronicle.column('tension')).toEqual([5, 6])
  })

  it('has gaps where a measure was not told', () => {
    const chronicle = new Chronicle()
    chronicle.note(0.1, measures(6, { sag: 1 }))
    chronicle.note(0.2, measures(12, { tension: 6 }))
    chronicle.note(0.3, measures(18, { sag: 3 }))
    expect(chronicle.column('sag')).toEqual([1, NaN, 3])
    expect(chronicle.column('tension')).toEqual([NaN, 6, NaN])
    expect(chronicle.column('momentum_x')).toEqual([NaN, NaN, NaN])
  })

  it('takes a step once, however often a paused room is measured', () => {
    const chronicle = new Chronicle()
    chronicle.note(0.1, measures(6, { sag: 1 }))
    chronicle.note(0.1, measures(6, { sag: 1 }))
    expect(chronicle.length).toBe(1)
  })

  it('begins anew once it is cleared, at any step', () => {
    const chronicle = new Chronicle()
    chronicle.note(9, measures(900, { sag: 1 }))
    chronicle.clear()
    chronicle.note(0.1, measures(6, { tension: 1 }))
    expect(chronicle.times).toEqual([0.1])
    expect(chronicle.has('sag')).toBe(false)
  })

  it('forgets the oldest samples of all columns together', () => {
    const chronicle = new Chronicle()
    for (let step = 0; step < 12_500; step++) chronicle.note(step, measures(step, { sag: step }))
    expect(chronicle.length).toBeLessThan(12_500)
    expect(chronicle.column('sag').at(0)).toBe(chronicle.times[0])
    expect(chronicle.column('sag').at(-1)).toBe(12_499)
  })

  it('finds where the latest seconds begin', () => {
    const chronicle = new Chronicle()
    for (let step = 0; step < 100; step++) chronicle.note(step, measures(step, {}))
    expect(chronicle.times[chronicle.since(20)]).toBe(79)
    expect(chronicle.since(1000)).toBe(0)
  })
})
