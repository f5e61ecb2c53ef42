import { describe, expect, it } from 'vitest'
import { NO_WISH, Wishes } from '../../src/model/measures'

describe('wishes to be told figures', () => {
  it('come to nothing when nobody has any', () => {
    expect(new Wishes().sum).toEqual(NO_WISH)
  })

  it('come to the highest rate, and to nothing again when all are taken back', () => {
    const wishes = new Wishes()
    const [slow, fast] = [wishes.add({ rate: 10, particle: null }), wishes.add({ rate: 30, particle: null })]
    expect(wishes.sum.rate).toBe(30)
    fast()
    expect(wishes.sum.rate).toBe(10)
    slow()
    expect(wishes.sum).toEqual(NO_WISH)
  })

  it('name the particle of the latest wish that has one', () => {
    const wishes = new Wishes()
    wishes.add({ rate: 10, particle: 3 })
    const takeBack = wishes.add({ rate: 10, particle: 7 })
    wishes.add({ rate: 10, particle: null })
    expect(wishes.sum.particle).toBe(7)
    takeBack()
    expect(wishes.sum.particle).toBe(3)
  })

  it('tell of every change, but not of one taken back twice', () => {
    const wishes = new Wishes()
    let told = 0
    wishes.changed.on(() => told++)
    const takeBack = wishes.add({ rate: 1, particle: null })
    takeBack()
    takeBack()
    expect(told).toBe(2)
  })
})
