import { describe, expect, it } from 'vitest'
import { Backoff } from '../../src/net/backoff'

describe('waiting before a reconnection', () => {
  it('doubles with every attempt up to a limit', () => {
    const backoff = new Backoff(() => 1)
    const waits = Array.from({ length: 7 }, () => backoff.next(0))
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 10_000, 10_000])
  })

  it('is spread over the upper half, so that a class does not return at once', () => {
    expect(new Backoff(() => 0).next(0)).toBe(200)
    expect(new Backoff(() => 1).next(0)).toBe(400)
  })

  it('is never shorter than the close code asks for', () => {
    expect(new Backoff(() => 0).next(4000)).toBe(4200)
  })

  it('begins anew once a connection has held', () => {
    const backoff = new Backoff(() => 1)
    backoff.next(0)
    backoff.next(0)
    backoff.reset()
    expect(backoff.attempt).toBe(0)
    expect(backoff.next(0)).toBe(400)
  })
})
