import { describe, expect, it } from 'vitest'
import { fitName, shapeOf, SHAPES } from '../../src/model/member'

describe('a typed name', () => {
  it('loses control characters and outer spaces', () => {
    expect(fitName('  Ada\u0007\nLovelace ')).toBe('Ada Lovelace')
  })

  it('loses marks that change the direction of writing', () => {
    expect(fitName('Ada\u202egnarts\u2028')).toBe('Ada gnarts')
  })

  it('is cut to 40 bytes without breaking a character', () => {
    expect(fitName('x'.repeat(50))).toHaveLength(40)
    expect(fitName('é'.repeat(30))).toBe('é'.repeat(20))
    expect(fitName('🪢'.repeat(30))).toBe('🪢'.repeat(10))
  })

  it('keeps markup as it is', () => {
    expect(fitName('<b>Ada</b>')).toBe('<b>Ada</b>')
  })
})

describe('shapes', () => {
  it('differ between neighbouring seats', () => {
    const worn = SHAPES.map((_, seat) => shapeOf(seat))
    expect(new Set(worn).size).toBe(SHAPES.length)
  })
})
