import { describe, expect, it } from 'vitest'
import { readViewOptions } from '../../src/model/view_options'

describe('the options of an address', () => {
  it('ask for nothing by default', () => {
    const nothing = { view: 'room', embed: false, locale: null, scene: null, parameters: {} }
    expect(readViewOptions('')).toEqual(nothing)
    expect(readViewOptions('?utm_source=mail&view=desk&embed=0&scene=&locale=')).toEqual(nothing)
  })

  it('tell the views', () => {
    expect(readViewOptions('?view=projector').view).toBe('projector')
    expect(readViewOptions('?embed=1').embed).toBe(true)
    expect(readViewOptions('?locale=de-CH').locale).toBe('de-CH')
  })

  it('name a scene and its parameters', () => {
    expect(readViewOptions('?scene=cloth&rows=8&stretch=-0.5e1&locale=de&embed=1')).toMatchObject({
      scene: 'cloth',
      parameters: { rows: 8, stretch: -5 },
    })
  })

  it('leave out values that are no numbers, and parameters of no scene', () => {
    expect(readViewOptions('?scene=rope&links=many&mass=&h=Infinity&iterations=4').parameters).toEqual(
      { iterations: 4 },
    )
    expect(readViewOptions('?iterations=4').parameters).toEqual({})
  })
})
