import { describe, expect, it } from 'vitest'
import {
  displacementsAt,
  drawingAt,
  figuresAt,
  magnification,
  magnified,
  momentsOf,
  posed,
  type Trace,
} from '../../src/model/trace'
import { chain } from './sample'

const correction = (substep: number, sweep: number, value: number, particle: number, y: number) => ({
  ...{ substep, sweep, kind: 'link', value },
  terms: [{ particle, gradient: [0, -1, 0] as const, by: [0, y, 0] as const }],
})

/** Two substeps of two sweeps on a chain of three: all fall by 2 mm, links pull back. */
const trace: Trace = {
  ...{ step: 7, h: 1 / 60, substeps: 2, sweeps: 2, complete: true },
  positions: Float32Array.of(0, 0, 0, 0, -0.5, 0, 0, -1, 0),
  predicted: [
    Float32Array.of(0, 0, 0, 0, -0.002, 0, 0, -0.002, 0),
    Float32Array.of(0, 0, 0, 0, -0.001, 0, 0, -0.001, 0),
  ],
  moved: [
    Float32Array.of(0, 0, 0, 0, -0.0005, 0, 0, -0.001, 0),
    Float32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0),
  ],
  velocities: Float32Array.of(0, 0, 0, 0, -0.03, 0, 0, -0.06, 0),
  final: Float32Array.of(0, 0, 0, 0, -0.5005, 0, 0, -1.001, 0),
  corrections: [
    correction(0, 0, 0.002, 1, 0.001),
    correction(0, 0, 0.001, 2, 0.001),
    correction(0, 1, 0.001, 1, 0.0005),
    correction(1, 0, 0.001, 1, 0.001),
    correction(1, 1, 0.001, 2, 0.001),
  ],
}

describe('the moments of a step', () => {
  it('lead from the start through predictions and sweeps to the velocities', () => {
    expect(momentsOf(trace, false).map(({ kind }) => kind)).toEqual([
      ...['start', 'predicted', 'sweep', 'sweep', 'predicted', 'sweep', 'sweep'],
      ...['final', 'velocities'],
    ])
  })

  it('can be taken one correction at a time', () => {
    const moments = momentsOf(trace, true)
    expect(moments.filter(({ kind }) => kind === 'correction')).toHaveLength(5)
    expect(moments[3]).toEqual({ kind: 'correction', substep: 0, sweep: 0, from: 1, to: 2 })
  })

  it('of a step without corrections are still the others', () => {
    const bare = { ...trace, corrections: [] }
    expect(momentsOf(bare, false)).toHaveLength(5)
  })
})

describe('displacements at a moment', () => {
  const at = (index: number) => displacementsAt(trace, momentsOf(trace, false)[index]!)

  it('are nothing at the start, and the prediction after it', () => {
    expect(Math.max(...at(0).map(Math.abs))).toBe(0)
    expect(at(1)[4]).toBeCloseTo(-0.002)
  })

  it('add up the corrections so far', () => {
    expect(at(2)[4]).toBeCloseTo(-0.001)
    expect(at(2)[7]).toBeCloseTo(-0.001)
    expect(at(3)[4]).toBeCloseTo(-0.0005)
  })

  it('go on from where the last substep ended, with the corrections of this one alone', () => {
    expect(at(4)[4]).toBeCloseTo(-0.0005 - 0.001)
    expect(at(5)[4]).toBeCloseTo(-0.0005 - 0.001 + 0.001)
  })

  it('end where the step ends', () => {
    expect(at(7)[7]).toBeCloseTo(-0.001)
  })
})

describe('magnification', () => {
  it.each([
    [0.001, 0.1, 100],
    [0.003, 0.1, 20],
    [0.0019, 0.1, 50],
    [0.2, 0.1, 1],
    [0, 0.1, 1],
  ])('of %f towards %f is %f', (length, wanted, factor) => {
    expect(magnification(length, wanted)).toBe(factor)
  })

  it('poses particles by their motion times the factor', () => {
    const shift = displacementsAt(trace, momentsOf(trace, false)[1]!)
    expect(posed(trace, shift, 50)[4]).toBeCloseTo(-0.6)
  })
})

describe('the drawing of a moment', () => {
  const moments = momentsOf(trace, false)
  const scale = magnified(trace, chain)
  const arrowsOf = (index: number) => drawingAt(trace, chain, moments[index]!, scale).arrows

  it('has an arrow for each correction of a sweep, along it', () => {
    const [arrows] = arrowsOf(2)
    expect(arrows!.look).toBe('correction')
    expect(arrows!.ends).toHaveLength(12)
    expect(arrows!.ends[4]! - arrows!.ends[1]!).toBeCloseTo(0.001 * scale.correction)
  })

  it('has the same scale in all sweeps, so that they are seen to shrink', () => {
    const first = arrowsOf(2)[0]!.ends
    const second = arrowsOf(3)[0]!.ends
    expect((second[4]! - second[1]!) / (first[4]! - first[1]!)).toBeCloseTo(0.5)
  })

  it('has the line of the gradient for a single correction', () => {
    const single = momentsOf(trace, true)[2]!
    const lines = drawingAt(trace, chain, single, scale).lines
    expect(lines.filter(({ look }) => look === 'gradient')).toHaveLength(1)
  })

  it('has predictions and velocities as arrows of their own', () => {
    expect(arrowsOf(1)[0]!.look).toBe('prediction')
    expect(arrowsOf(8)[0]!.look).toBe('velocity')
    expect(arrowsOf(0)).toEqual([])
  })
})

describe('the figures of a moment', () => {
  it('are the worst error and the longest correction of the sweep', () => {
    const figures = figuresAt(trace, chain, momentsOf(trace, false)[2]!)
    expect(figures.error).toBeCloseTo(0.002)
    expect(figures.correction).toBeCloseTo(0.001)
  })

  it('are the stretch that is left there', () => {
    const [start, predicted] = momentsOf(trace, false)
    expect(figuresAt(trace, chain, start!).stretch).toBeCloseTo(0)
    expect(figuresAt(trace, chain, predicted!).stretch).toBeCloseTo(0.004)
  })
})
