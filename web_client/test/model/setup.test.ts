import { describe, expect, it } from 'vitest'
import { beside, setupOf, valueIn } from '../../src/model/setup'
import { chain } from './sample'

const parameters = [
  { ...chain.parameters[0]!, name: 'iterations', default: 10, value: 10 },
  { ...chain.parameters[0]!, name: 'links', default: 8, value: 20 },
]

describe('the setup of a scene', () => {
  it('has the defaults where nothing was changed', () => {
    expect(valueIn({ links: 3 }, parameters[0]!)).toBe(10)
    expect(valueIn({ links: 3 }, parameters[1]!)).toBe(3)
  })

  it('says only what is not at its default', () => {
    expect(beside(parameters, { iterations: 10, links: 3, unknown: 1 })).toEqual({ links: 3 })
  })

  it('can begin with the values of now', () => {
    expect(beside(parameters, setupOf(parameters))).toEqual({ links: 20 })
  })
})
