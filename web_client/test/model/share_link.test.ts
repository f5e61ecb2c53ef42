import { describe, expect, it } from 'vitest'
import { shareLink } from '../../src/model/share_link'
import { readViewOptions } from '../../src/model/view_options'

const ORIGIN = 'http://192.168.1.5:8080'

describe('a link to share', () => {
  it('is short where nothing is asked for', () => {
    expect(shareLink(ORIGIN, 'KNOT', { view: 'room', locale: null })).toBe(`${ORIGIN}/r/KNOT`)
  })

  it('says what the page that it leads to understands', () => {
    for (const view of ['projector', 'embed'] as const) {
      const { search } = new URL(shareLink(ORIGIN, 'KNOT', { view, locale: 'de' }))
      const read = readViewOptions(search)
      expect([read.view === 'projector', read.embed, read.locale]).toEqual([
        view === 'projector',
        view === 'embed',
        'de',
      ])
    }
  })
})
