import { describe, expect, it } from 'vitest'
import { beside, fitting, setupOf, valueIn } from '../../src/model/setup'
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

  it('takes from an address only what its parameters can have', () => {
    const [base] = parameters
    const kinds = [
      { ...base!, name: 'count', kind: 'int' as const, min: 1, max: 9 },
      { ...base!, name: 'mass', kind: 'float' as const, min: 0.5, max: 2 },
      { ...base!, name: 'method', kind: 'choice' as const, choices: [0, 2] },
    ]
    expect(fitting(kinds, { count: 9, mass: 0.7, method: 2, unknown: 1 })).toEqual({
      count: 9,
      mass: 0.7,
      method: 2,
    })
    expect(fitting(kinds, { count: 2.5, mass: 3, method: 1 })).toEqual({})
  })
})
