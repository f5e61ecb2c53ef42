import { describe, expect, it } from 'vitest'
import { Envelope, outlines, stationsOf } from '../../src/model/envelope'

const ROW = { first: 1, last: 61 }

/** A second of a standing wave along x that swings along one axis, 30 frames a second. */
function swung(mode: number, axis: 1 | 2, amplitude = 0.1): Envelope {
  const envelope = new Envelope(ROW)
  for (let frame = 0; frame <= 30; frame++) {
    const positions = new Float32Array(3 * 63)
    for (let i = 0; i <= 60; i++) {
      const at = 3 * (i + 1)
      positions[at] = i / 60
      positions[at + axis] =
        amplitude * Math.sin((mode * Math.PI * i) / 60) * Math.cos(2 * Math.PI * 5 * (frame / 30))
    }
    envelope.push((1000 * frame) / 30, positions)
  }
  return envelope
}

describe('the envelope of a standing wave', () => {
  it.each([1, 2, 3, 5])('of %i antinodes has a node more, counting the ends', (mode) => {
    const swing = swung(mode, 1).swing()!
    expect(swing.antinodes).toHaveLength(mode)
    expect(swing.nodes).toHaveLength(mode + 1)
  })

  it('has its antinode where it swings most, half of the way between the outlines', () => {
    const swing = swung(1, 1).swing()!
    expect(swing.antinodes[0]![0]).toBeCloseTo(0.5, 2)
    expect(Math.max(...swing.amplitudes)).toBeCloseTo(0.1, 2)
    expect(swing.upper[3 * 30 + 1]).toBeCloseTo(0.1, 2)
    expect(swing.lower[3 * 30 + 1]).toBeCloseTo(-0.1, 2)
  })

  it('follows the axis along which it swings', () => {
    const swing = swung(2, 2).swing()!
    expect(swing.upper[3 * 15 + 2]).toBeCloseTo(0.1, 2)
    expect(swing.upper[3 * 15 + 1]).toBeCloseTo(0, 6)
  })

  it('of a rope at rest has neither nodes nor antinodes', () => {
    const swing = swung(1, 1, 1e-6).swing()!
    expect([...swing.nodes, ...swing.antinodes]).toEqual([])
  })

  it('forgets what is older than a second', () => {
    const envelope = swung(1, 1)
    const still = new Float32Array(3 * 63)
    for (let i = 0; i <= 40; i++) envelope.push(1000 + (1000 * (i + 1)) / 30, still)
    expect(Math.max(...envelope.swing()!.amplitudes)).toBe(0)
  })

  it('says nothing from a few frames, nor across a gap', () => {
    const envelope = new Envelope(ROW)
    expect(envelope.swing()).toBeNull()
    const full = swung(1, 1)
    full.push(9000, new Float32Array(3 * 63))
    expect(full.swing()).toBeNull()
  })
})

describe('outlines', () => {
  it('are magnified about their middle', () => {
    const swing = swung(1, 1).swing()!
    const [upper, lower] = outlines(swing, 3)
    expect(upper[3 * 30 + 1]).toBeCloseTo(0.3, 2)
    expect(lower[3 * 30 + 1]).toBeCloseTo(-0.3, 2)
    expect(upper[3 * 30]).toBeCloseTo(0.5, 6)
  })
})

describe('stations', () => {
  it('take the calmest place of a calm stretch and the liveliest of a lively one', () => {
    expect(stationsOf([0.1, 0, 0.2, 0.9, 1, 0.8, 0.2, 0.1, 0.3, 0.7])).toEqual({
      nodes: [1, 7],
      antinodes: [4, 9],
    })
  })
})
