import { describe, expect, it } from 'vitest'
import { labelOf } from '../../src/model/scene'
import { chain } from './sample'

describe('the label of a choice', () => {
  const gear = { ...chain.parameters[0]!, kind: 'choice', choices: [1, 2.5], labels: ['Low', 'High'] } as const

  it('is the one at its place', () => {
    expect(labelOf(gear, 2.5)).toBe('High')
  })

  it('does not exist for another value, or without labels', () => {
    expect(labelOf(gear, 2)).toBeUndefined()
    expect(labelOf({ ...gear, labels: [] }, 1)).toBeUndefined()
  })
})
