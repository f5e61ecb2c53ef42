import { describe, expect, it } from 'vitest'
import { de } from '../../src/i18n/de'
import { en } from '../../src/i18n/en'
import { friendlyName } from '../../src/model/friendly_name'
import { fitName } from '../../src/model/member'

describe('friendly names', () => {
  const parts = { first: ['Brave', 'Calm'], second: ['Badger', 'Otter', 'Wren'] }

  it('are every pair of halves, each as likely', () => {
    const names = [0, 1, 2, 3, 4, 5].map((i) => friendlyName(parts, (i + 0.5) / 6))
    expect(new Set(names).size).toBe(6)
    expect(friendlyName(parts, 0)).toBe('Brave Badger')
    expect(friendlyName(parts, 1 - 1e-9)).toBe('Calm Wren')
  })

  it.each([['English', en], ['German', de]])('in %s fit a room as they are', (_, text) => {
    const { first, second } = text.friendlyNames
    expect(first.length * second.length).toBeGreaterThanOrEqual(200)
    for (const a of first) {
      for (const b of second) expect(fitName(`${a} ${b}`)).toBe(`${a} ${b}`)
    }
  })
})
