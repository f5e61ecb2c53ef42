import { describe, expect, it } from 'vitest'
import { stretchOf, summariseStretch, tintOf } from '../../src/model/strain'
import { chain } from './sample'

// The second link is 10 % longer than at rest, the first is slack.
const positions = Float32Array.of(0, 0, 0, 0, -0.4, 0, 0, -0.95, 0)

describe('the tint of a link', () => {
  it.each([
    [0, 0],
    [0.1, 0.5],
    [0.2, 1],
    [3, 1],
    [-0.5, 0],
  ])('at stretch %f is %f', (stretch, tint) => {
    expect(tintOf(stretch)).toBeCloseTo(tint)
  })
})

describe('stretch', () => {
  it('is relative to the rest length', () => {
    expect(stretchOf(chain, positions, 1)).toBeCloseTo(0.1)
    expect(stretchOf(chain, positions, 0)).toBeCloseTo(-0.2)
  })

  it('is summed up as the server does: what is too short counts like what is too long', () => {
    const { mean, largest } = summariseStretch(chain, positions)
    expect(mean).toBeCloseTo(0.15)
    expect(largest).toBeCloseTo(0.2)
  })

  it('of links without a rest length is left out', () => {
    const { mean } = summariseStretch({ ...chain, rest: Float32Array.of(0, 0.5) }, positions)
    expect(mean).toBeCloseTo(0.1)
  })

  it('of a scene without links is nothing', () => {
    const bare = { ...chain, links: new Uint32Array(), rest: new Float32Array() }
    expect(summariseStretch(bare, positions)).toEqual({ mean: 0, largest: 0 })
  })
})
