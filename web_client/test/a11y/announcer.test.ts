import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Announcer } from '../../src/a11y/announcer'

describe('announcer', () => {
  let heard: string[]
  let announcer: Announcer

  beforeEach(() => {
    vi.useFakeTimers()
    heard = []
    announcer = new Announcer((count) => `And ${count} more.`)
    announcer.spoken.on((sentence) => heard.push(sentence))
  })

  afterEach(() => {
    announcer.dispose()
    vi.useRealTimers()
  })

  it('answers a run of keys once, with the latest', () => {
    for (const bead of [1, 2, 3]) announcer.say(`Bead ${bead}.`)
    vi.advanceTimersByTime(500)
    expect(heard).toEqual(['Bead 3.'])
  })

  it('tells the first news at once and collects those that follow', () => {
    announcer.tell('Ada holds bead 1.')
    expect(heard).toEqual(['Ada holds bead 1.'])
    for (const name of ['B', 'C', 'D', 'E', 'F']) announcer.tell(`${name} came.`)
    vi.advanceTimersByTime(2000)
    expect(heard).toHaveLength(1)
    vi.advanceTimersByTime(1500)
    expect(heard[1]).toBe('D came. E came. F came. And 2 more.')
  })

  it('says the same news once', () => {
    announcer.tell('Wind.')
    announcer.tell('Wind.')
    announcer.tell('Wind.')
    vi.advanceTimersByTime(10_000)
    expect(heard).toEqual(['Wind.', 'Wind.'])
  })

  it('lets news wait for an answer', () => {
    announcer.say('You hold bead 3.')
    announcer.tell('Ada came.')
    expect(heard).toEqual([])
    vi.advanceTimersByTime(4000)
    expect(heard).toEqual(['You hold bead 3.', 'Ada came.'])
  })

  it('does not talk over an answer that has just begun to be read', () => {
    announcer.tell('Ada came.')
    announcer.tell('Paused.')
    vi.advanceTimersByTime(2800)
    announcer.say('Bead 3.')
    vi.advanceTimersByTime(2000)
    expect(heard).toEqual(['Ada came.', 'Bead 3.'])
    vi.advanceTimersByTime(2000)
    expect(heard).toEqual(['Ada came.', 'Bead 3.', 'Paused.'])
  })
})
