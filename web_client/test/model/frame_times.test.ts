import { describe, expect, it } from 'vitest'
import { FrameClock } from '../../src/model/frame_times'

describe('frame clock', () => {
  it('adds what was done between pictures to the next one', () => {
    const clock = new FrameClock()
    clock.work(2)
    clock.work(1)
    clock.picture(1, 4, 16)
    clock.picture(1, 4, 16)
    const { pictures, main, drawing, interval } = clock.times
    expect(pictures).toBe(2)
    expect(main.largest).toBe(4)
    expect(main.mean).toBe(2.5)
    expect(drawing.median).toBe(4)
    expect(interval.p95).toBe(16)
  })

  it('is of the latest pictures', () => {
    const clock = new FrameClock()
    clock.picture(1000, 0, 0)
    for (let i = 0; i < 300; i++) clock.picture(1, 0, 0)
    expect(clock.times.main.largest).toBe(1)
    expect(clock.times.pictures).toBe(240)
  })

  it('knows nothing before the first picture', () => {
    expect(new FrameClock().times.main.mean).toBe(0)
  })
})
