import { describe, expect, it } from 'vitest'
import { ServerClock } from '../../src/net/clock'

describe('the clock of the server', () => {
  it('is unknown before the first message', () => {
    expect(new ServerClock().now(5)).toBeNull()
  })

  it('believes the least delayed message', () => {
    const clock = new ServerClock()
    clock.observe(1000, 50) // 10 ms on the way
    clock.observe(1033, 123) // 50 ms on the way
    clock.observe(1066, 111) // 5 ms on the way
    expect(clock.now(200)).toBe(1155)
  })

  it('tells how late messages come beside the least delayed', () => {
    const clock = new ServerClock()
    for (let i = 0; i < 40; i++) clock.observe(33 * i, 33 * i + (i % 4 === 0 ? 20 : 0))
    expect(clock.jitter).toBe(20)
  })

  it('waits for nearly all messages, not for the very latest', () => {
    const clock = new ServerClock()
    for (let i = 0; i < 140; i++) clock.observe(33 * i, 33 * i + (i % 50 === 0 ? 90 : 0))
    expect(clock.jitter).toBeLessThan(90)
  })

  it('waits longer where a message is needed sooner', () => {
    const clock = new ServerClock()
    for (let i = 0; i < 40; i++) clock.observe(33 * i, 33 * i, i % 2 === 0 ? 17 : 0)
    expect(clock.jitter).toBe(17)
  })

  it('keeps the wait through a rest, but not where the clock was', () => {
    const clock = new ServerClock()
    for (let i = 0; i < 40; i++) clock.observe(33 * i, 33 * i + (i % 4 === 0 ? 20 : 0))
    clock.observe(3_600_000, 3_600_500)
    expect(clock.jitter).toBe(20)
    expect(clock.now(3_600_500)).toBe(3_600_000)
  })

  it('forgets messages of long ago', () => {
    const clock = new ServerClock()
    clock.observe(1000, 0)
    for (let i = 1; i <= 300; i++) clock.observe(33 * i, 33 * i)
    expect(clock.now(9999)).toBe(9999)
  })
})
