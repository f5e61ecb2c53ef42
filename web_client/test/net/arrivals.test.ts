import { describe, expect, it } from 'vitest'
import { Playback } from '../../src/model/playback'
import { ServerClock } from '../../src/net/clock'

// Frames on simulated lines, drawn sixty times per second. Each frame's x is the
// time that it shows, so that what is drawn tells when it was on the server.

const PICTURE_MS = 1000 / 60
const SERVER_AHEAD_MS = 5_000_000

interface Sent {
  /** On the server's clock. */
  readonly time: number
  /** On ours. */
  readonly arrives: number
}

interface Drawn {
  readonly at: number
  /** The time shown, on our clock as if messages took no time. */
  readonly shown: number
  /** How much time the picture ran on since the one before, by what really passed. */
  readonly pace: number
  readonly delay: number
}

class Line {
  readonly clock = new ServerClock()
  readonly playback: Playback
  private head = 0

  constructor(interval: number) {
    this.playback = new Playback(interval)
  }

  /** Draw from `from` to `to` (ms) what arrives. */
  watch(sent: readonly Sent[], from: number, to: number): Drawn[] {
    const waiting = sent.filter(({ arrives }) => arrives >= from)
    waiting.sort((a, b) => a.arrives - b.arrives)
    const drawn: Drawn[] = []
    let last: number | null = null
    for (let at = from; at < to; at += PICTURE_MS) {
      while (waiting.length > 0 && waiting[0]!.arrives <= at) this.take(waiting.shift()!)
      const delay = this.playback.interval + this.clock.jitter
      this.playback.step(PICTURE_MS / 1000, (this.clock.now(at) ?? 0) - delay)
      const x = this.playback.positions()?.[0]
      if (x === undefined) continue
      const shown: number = x + this.head - SERVER_AHEAD_MS
      drawn.push({ at, shown, pace: last === null ? 1 : (shown - last) / PICTURE_MS, delay })
      last = shown
    }
    return drawn
  }

  private take({ time, arrives }: Sent): void {
    // float32 holds no large times.
    this.head ||= time
    const positions = Float32Array.of(time - this.head, 0, 0)
    const ahead = this.playback.push({ step: time, time, positions, hands: [] })
    this.clock.observe(time, arrives, ahead)
  }
}

/** Frames every `interval` ms that take `transit(time)` ms, in their order, as TCP keeps it. */
function send(interval: number, from: number, to: number, transit: (time: number) => number): Sent[] {
  const sent: Sent[] = []
  let arrived = 0
  for (let time = from; time < to - 1; time += interval) {
    arrived = Math.max(arrived, time + transit(time))
    sent.push({ time: time + SERVER_AHEAD_MS, arrives: arrived })
  }
  return sent
}

/** The same numbers in every run, from 0 to 1. */
function dice(): () => number {
  let state = 1
  return () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff
}

const after = (drawn: readonly Drawn[], ms: number) => drawn.filter(({ at }) => at >= ms)
const paces = (drawn: readonly Drawn[]) => drawn.map(({ pace }) => pace)
const most = (values: readonly number[]) => Math.max(...values)
const least = (values: readonly number[]) => Math.min(...values)

/** Never back, never faster than half as fast again. */
function expectSteady(drawn: readonly Drawn[]): void {
  expect(least(paces(drawn))).toBeGreaterThanOrEqual(0)
  expect(most(paces(drawn))).toBeLessThanOrEqual(1.5 + 1e-3)
}

const INTERVAL = 1000 / 30

describe('pictures on a good line', () => {
  const roll = dice()
  const drawn = new Line(INTERVAL).watch(send(INTERVAL, 0, 20_000, () => 5 + 3 * roll()), 0, 20_000)

  it('are even', () => {
    expectSteady(drawn)
    const settled = paces(after(drawn, 2000))
    expect(least(settled)).toBeGreaterThan(0.9)
    expect(most(settled)).toBeLessThan(1.1)
  })

  it('are hardly later than the next frame needs', () => {
    expect(most(after(drawn, 1000).map(({ delay }) => delay))).toBeLessThan(INTERVAL + 4)
  })
})

describe('pictures on a line whose messages take from 5 to 65 ms', () => {
  const roll = dice()
  const drawn = new Line(INTERVAL).watch(send(INTERVAL, 0, 40_000, () => 5 + 60 * roll()), 0, 40_000)

  it('wait long enough to be even', () => {
    expectSteady(drawn)
    const settled = paces(after(drawn, 3000))
    const uneven = settled.filter((pace) => pace < 0.8 || pace > 1.2)
    expect(uneven.length / settled.length).toBeLessThan(0.03)
  })

  it('wait for nearly all, and no longer', () => {
    const delays = after(drawn, 3000).map(({ delay }) => delay)
    expect(least(delays)).toBeGreaterThan(INTERVAL + 45)
    expect(most(delays)).toBeLessThan(INTERVAL + 61)
  })
})

describe('a line that becomes worse, and good again', () => {
  const roll = dice()
  const bad = (time: number) => time > 10_000 && time < 20_000
  const transit = (time: number) => 5 + (bad(time) ? 80 : 2) * roll()
  const drawn = new Line(INTERVAL).watch(send(INTERVAL, 0, 40_000, transit), 0, 40_000)
  const delayAt = (ms: number) => after(drawn, ms)[0]!.delay

  it('is waited for within half a second, and never makes the picture jump', () => {
    expectSteady(drawn)
    expect(delayAt(10_000)).toBeLessThan(INTERVAL + 4)
    expect(delayAt(10_500)).toBeGreaterThan(INTERVAL + 40)
  })

  it('is waited for no more some seconds after it', () => {
    expect(delayAt(20_300)).toBeGreaterThan(INTERVAL + 50)
    expect(delayAt(28_000)).toBeLessThan(INTERVAL + 4)
  })

  it('is not seen to be so: the picture hurries by a few percent', () => {
    expect(most(paces(after(drawn, 22_000)))).toBeLessThan(1.15)
  })
})

describe('frames that were held up', () => {
  const drawnWith = (held: number) => {
    const transit = (time: number) => 5 + (time > 10_000 ? Math.max(0, 10_000 + held - time) : 0)
    return new Line(INTERVAL).watch(send(INTERVAL, 0, 30_000, transit), 0, 30_000)
  }

  it('for a moment are shown a little faster', () => {
    expectSteady(drawnWith(250))
  })

  it('for longer are left out, not shown fast', () => {
    const paced = paces(drawnWith(2000))
    const leaps = paced.filter((pace) => pace > 1.5 + 1e-3)
    expect(leaps).toHaveLength(1)
    expect(leaps[0]! * PICTURE_MS).toBeGreaterThan(1000)
  })

  it('for longer leave no long wait behind', () => {
    const drawn = drawnWith(2000)
    expect(most(drawn.map(({ delay }) => delay))).toBeLessThanOrEqual(INTERVAL + 300)
    expect(after(drawn, 29_000)[0]!.delay).toBeLessThan(INTERVAL + 1)
  })
})

describe('clocks that drift', () => {
  // Ours is fast or slow by a two-thousandth, which is more than any quartz is.
  it.each([5e-4, -5e-4])('are followed (%f)', (drift) => {
    const sent = send(INTERVAL, 0, 120_000, () => 5).map(({ time, arrives }) => ({
      time,
      arrives: arrives * (1 + drift),
    }))
    const drawn = new Line(INTERVAL).watch(sent, 0, 119_000)
    expectSteady(drawn)
    const behind = after(drawn, 2000).map(({ at, shown }) => at / (1 + drift) - shown)
    expect(least(behind)).toBeGreaterThan(INTERVAL)
    expect(most(behind)).toBeLessThan(INTERVAL + 5 + 10)
  })
})

describe('another rate', () => {
  it('is changed to without a leap: first slower, then as fast as before', () => {
    const line = new Line(INTERVAL)
    const fast = send(INTERVAL, 0, 5000, () => 5)
    const slow = send(100, 5000, 10_000, () => 5)
    const again = send(INTERVAL, 10_000, 15_000, () => 5)
    const sent = [...fast, ...slow, ...again]
    const drawn = line.watch(sent, 0, 5000)
    line.playback.interval = 100
    drawn.push(...line.watch(sent, 5000, 10_000))
    line.playback.interval = INTERVAL
    drawn.push(...line.watch(sent, 10_000, 15_000))
    expectSteady(drawn)
    expect(most(after(drawn, 14_000).map(({ delay }) => delay))).toBeLessThan(INTERVAL + 5)
    const lag = after(drawn, 14_000).map(({ at, shown }) => at - shown)
    expect(most(lag)).toBeLessThan(INTERVAL + 15)
  })
})

describe('a hidden tab', () => {
  it('shows nothing old when it is shown again, and is at its usual delay within a second', () => {
    const line = new Line(INTERVAL)
    line.watch(send(INTERVAL, 0, 5000, () => 5), 0, 5000)
    // Hidden: a frame per second, and no pictures.
    line.playback.interval = 1000
    for (const sent of send(1000, 5000, 35_000, () => 5)) {
      line.watch([sent], sent.arrives, sent.arrives + 1)
    }
    line.playback.interval = INTERVAL
    line.playback.skip()
    const drawn = line.watch(send(INTERVAL, 35_000, 40_000, () => 5), 35_000, 40_000)
    const passed = drawn.map(({ at, shown }) => at - shown)
    // What stands there until the first frame comes, and then the present.
    expect(most(after(drawn, 35_050).map(({ at, shown }) => at - shown))).toBeLessThan(100)
    expect(passed.at(-1)!).toBeLessThan(INTERVAL + 15)
    expect(paces(drawn).filter((pace) => pace > 1.5 + 1e-3).length).toBeLessThanOrEqual(1)
  })
})

describe('a rest', () => {
  it('ends with motion as fast as it was, and no sooner than it was', () => {
    const line = new Line(INTERVAL)
    const sent = [...send(INTERVAL, 0, 5000, () => 5), ...send(INTERVAL, 12_000, 15_000, () => 5)]
    const drawn = line.watch(sent, 0, 15_000)
    const resting = drawn.filter(({ at }) => at > 5200 && at < 11_990)
    expect(new Set(resting.map(({ shown }) => shown)).size).toBe(1)
    const moving = after(drawn, 12_100).map(({ at, shown }) => at - shown)
    expect(most(moving)).toBeLessThan(INTERVAL + 15)
    expect(line.playback.late).toBeLessThan(3)
  })

  it('that was told of is none of the line’s faults', () => {
    const line = new Line(INTERVAL)
    // A room at rest hands out the frame that it has, however long ago that was made.
    const old = { time: SERVER_AHEAD_MS - 60_000, arrives: 3 }
    const drawn = line.watch([old, ...send(INTERVAL, 1000, 5000, () => 5)], 0, 5000)
    const { at, shown, delay } = after(drawn, 1200)[0]!
    expect(delay).toBeLessThan(INTERVAL + 2)
    expect(at - shown).toBeLessThan(INTERVAL + 15)
  })
})
