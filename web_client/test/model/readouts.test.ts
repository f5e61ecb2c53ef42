import { describe, expect, it } from 'vitest'
import { isInSight, isOwn, readChoice, withToggled, writeChoice } from '../../src/model/readouts'

describe('the choice of readouts', () => {
  it('begins with what the page knows by itself, so that nobody has to measure', () => {
    const first = [...readChoice(null)]
    expect(first).toContain('time')
    expect(first.every(isOwn)).toBe(true)
    expect(first.every(isInSight)).toBe(true)
  })

  it('is remembered, also when it is empty', () => {
    const chosen = withToggled(withToggled(new Set<string>(), 'tension'), 'h')
    expect(readChoice(writeChoice(chosen))).toEqual(new Set(['tension', 'h']))
    expect(readChoice(writeChoice(new Set()))).toEqual(new Set())
  })

  it('takes out what was in it', () => {
    expect(withToggled(new Set(['h', 'step']), 'h')).toEqual(new Set(['step']))
  })

  it('passes over what is not fit to read', () => {
    expect(readChoice('h <b> __proto__; step')).toEqual(new Set(['h', 'step']))
  })
})
