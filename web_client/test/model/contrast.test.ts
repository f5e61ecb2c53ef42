import { describe, expect, it } from 'vitest'
import { comparesForces, sidesOf } from '../../src/model/contrast'
import { chain } from './sample'

// A link of constraints at rest, and one of springs that is twice as long as at rest.
const scene = { ...chain, particles: 4, links: Uint32Array.of(0, 1, 2, 3), springs: 1 }
const positions = Float32Array.of(0, 0, 0, 0, -0.5, 0, 1, 0.2, 0, 1, -0.8, 0)

describe('a scene that compares forces', () => {
  it('has springs beside other links', () => {
    expect(comparesForces(scene)).toBe(true)
    expect(comparesForces(chain)).toBe(false)
    expect(comparesForces({ ...chain, springs: 2 })).toBe(false)
  })

  it('tells the stretch of each side, and where each is highest', () => {
    const { position, spring } = sidesOf(scene, positions)
    expect(position.largestStretch).toBeCloseTo(0)
    expect(spring.largestStretch).toBeCloseTo(1)
    expect(position.top).toEqual([0, 0, 0])
    expect(spring.top[0]).toBe(1)
  })

  it('writes the names at the pins, wherever the rest has flown', () => {
    const flown = positions.slice()
    flown[4] = 900
    expect(sidesOf({ ...scene, pins: Uint32Array.of(0) }, flown).position.top).toEqual([0, 0, 0])
  })
})
