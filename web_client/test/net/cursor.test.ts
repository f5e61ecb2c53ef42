import { describe, expect, it } from 'vitest'
import { Cursor } from '../../src/net/cursor'

function cursorAt(e: number): Cursor {
  const cursor = new Cursor()
  cursor.jumpTo(e)
  return cursor
}

describe('the rule of e0', () => {
  it('discards ticks before the first description', () => {
    expect(new Cursor().judge({ e0: 0, e: 1 })).toBe('discard')
  })

  it('applies a tick that begins at the cursor, and moves to its end', () => {
    const cursor = cursorAt(17)
    expect(cursor.judge({ e0: 17, e: 19 })).toBe('apply')
    expect(cursor.e).toBe(19)
  })

  it('applies ticks without events one after another', () => {
    const cursor = cursorAt(17)
    expect(cursor.judge({ e0: 17, e: 17 })).toBe('apply')
    expect(cursor.judge({ e0: 17, e: 17 })).toBe('apply')
  })

  it('asks for a state when events are missing', () => {
    expect(cursorAt(17).judge({ e0: 18, e: 18 })).toBe('ask_for_state')
  })

  it('asks for a state when a tick begins before the cursor', () => {
    expect(cursorAt(17).judge({ e0: 16, e: 18 })).toBe('ask_for_state')
  })

  it('asks once, and discards even fitting ticks until the state comes', () => {
    const cursor = cursorAt(17)
    cursor.judge({ e0: 20, e: 21 })
    expect(cursor.judge({ e0: 21, e: 22 })).toBe('discard')
    expect(cursor.judge({ e0: 17, e: 18 })).toBe('discard')
    cursor.jumpTo(22)
    expect(cursor.judge({ e0: 22, e: 23 })).toBe('apply')
  })

  it('discards ticks until the next description once the cursor is lost', () => {
    const cursor = cursorAt(17)
    cursor.lose()
    expect(cursor.judge({ e0: 17, e: 18 })).toBe('discard')
    cursor.jumpTo(20)
    expect(cursor.judge({ e0: 20, e: 20 })).toBe('apply')
  })
})
