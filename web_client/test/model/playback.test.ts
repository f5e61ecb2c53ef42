import { beforeEach, describe, expect, it } from 'vitest'
import { Playback, type HandTarget } from '../../src/model/playback'

const INTERVAL = 100
let playback: Playback

/** A frame of one particle, whose x tells which frame it is. */
function push(time: number, x: number, hands: readonly HandTarget[] = []): void {
  playback.push({ step: time, time, positions: Float32Array.of(x, 0, 0), hands })
}

const shown = () => playback.positions()?.[0]

beforeEach(() => {
  playback = new Playback(INTERVAL)
})

describe('playback', () => {
  it('shows nothing before the first frame', () => {
    playback.step(0.1, 1000)
    expect(playback.positions()).toBeNull()
  })

  it('shows the first frame at once', () => {
    push(1000, 7)
    expect(shown()).toBe(7)
  })

  it('draws between two frames by the server’s clock', () => {
    push(1000, 0)
    push(1100, 1)
    playback.step(0.025, 1025)
    expect(shown()).toBeCloseTo(0.25)
  })

  it('passes from frame to frame', () => {
    push(1000, 0)
    push(1100, 1)
    push(1200, 3)
    playback.step(0.15, 1150)
    expect(shown()).toBeCloseTo(2)
  })

  it('holds the newest frame when the next is late', () => {
    push(1000, 0)
    push(1100, 1)
    playback.step(0.35, 1350)
    expect(shown()).toBe(1)
  })

  it('steers gently towards its target', () => {
    push(1000, 0)
    push(1100, 1)
    push(1200, 2)
    playback.step(0.05, 1100)
    expect(shown()).toBeGreaterThan(0.5)
    expect(shown()).toBeLessThan(0.7)
  })

  it('shows what is there now after a long gap instead of playing fast', () => {
    push(1000, 0)
    push(1100, 1)
    push(9000, 5)
    push(9100, 6)
    playback.step(0.016, 9050)
    expect(shown()).toBeCloseTo(5.5)
  })

  it('holds the last frame through a rest, and moves on within one interval', () => {
    push(1000, 0)
    push(1100, 1)
    playback.step(7, 8850)
    push(9000, 5)
    push(9100, 6)
    playback.step(0.04, 8890)
    expect(shown()).toBe(1)
    playback.step(0.06, 8950)
    expect(shown()).toBeCloseTo(3)
    playback.step(0.1, 9050)
    expect(shown()).toBeCloseTo(5.5)
  })

  it('knows from the server that a short rest was one', () => {
    push(1000, 0)
    push(1100, 1)
    playback.step(0.3, 1300)
    playback.hold(1250)
    push(1500, 5)
    playback.step(0.08, 1380)
    expect(shown()).toBe(1)
    playback.step(0.07, 1450)
    expect(shown()).toBeCloseTo(3, 1)
  })

  it('takes no word about the step that it shows for a rest', () => {
    push(1000, 0)
    playback.step(0.1, 1100)
    playback.hold(1000)
    push(1300, 3)
    playback.step(0.01, 1010)
    expect(shown()).toBeGreaterThan(0)
  })

  it('stands still while the next frame is late, and goes on from there', () => {
    push(1000, 0)
    push(1100, 1)
    playback.step(0.1, 1100)
    playback.step(0.05, 1150)
    push(1200, 2)
    expect(shown()).toBe(1)
    expect(playback.late).toBe(1)
    playback.step(0.01, 1160)
    expect(shown()).toBeGreaterThan(1.1)
    expect(shown()).toBeLessThanOrEqual(1.15)
  })

  it('never goes back, however far its target does', () => {
    push(1000, 0)
    push(1100, 1)
    playback.step(0.05, 1050)
    const before = shown()!
    playback.step(0.016, 200)
    expect(shown()).toBeGreaterThan(before)
  })

  it('shows what is there until the next frame after a skip, and nothing between the two', () => {
    push(1000, 0)
    push(1100, 1)
    playback.step(0.05, 1050)
    playback.interval = 10
    playback.skip()
    expect(shown()).toBeCloseTo(0.5)
    push(2200, 7)
    expect(shown()).toBe(7)
    playback.step(0.016, 2150)
    expect(shown()).toBe(7)
    push(2210, 8)
    playback.step(0.005, 2205)
    expect(shown()).toBeCloseTo(7.5)
  })

  it('tells how much sooner than usual a frame is needed', () => {
    const at = (time: number) => playback.push({ step: time, time, positions: new Float32Array(3), hands: [] })
    expect([at(1000), at(1100), at(1220), at(1300)]).toEqual([0, 0, 20, 0])
    // Next to nothing has moved meanwhile: no frame was late.
    expect(at(1600)).toBe(0)
    expect(at(9000)).toBe(0)
  })

  it('catches up at once when its clock is far off', () => {
    push(1000, 0)
    for (let i = 1; i <= 8; i++) push(1000 + i * INTERVAL, i)
    playback.step(0.016, 1750)
    expect(shown()).toBeCloseTo(7.5)
  })

  it('starts over when time runs backwards', () => {
    push(1000, 0)
    push(500, 9)
    expect(shown()).toBe(9)
  })

  it('takes the later one of two frames of the same time', () => {
    push(1000, 0)
    push(1100, 1)
    push(1100, 3)
    playback.step(0.05, 1050)
    expect(shown()).toBeCloseTo(1.5)
  })

  it('keeps nothing from before a cut', () => {
    push(1000, 0)
    playback.cut()
    push(1100, 4)
    playback.step(0.05, 1050)
    expect(shown()).toBe(4)
  })

  it('keeps a bounded number of frames', () => {
    for (let i = 0; i < 100; i++) push(1000 + i * INTERVAL, i)
    expect(shown()).toBeGreaterThanOrEqual(68)
  })
})

describe('hands in playback', () => {
  it('move between frames as particles do', () => {
    push(1000, 0, [{ seat: 1, hand: 0, at: [0, 0, 0] }])
    push(1100, 0, [{ seat: 1, hand: 0, at: [4, 0, 0] }])
    playback.step(0.025, 1025)
    expect(playback.handTarget(1, 0)![0]).toBeCloseTo(1)
  })

  it('appear with the first frame that has them', () => {
    push(1000, 0)
    push(1100, 0, [{ seat: 1, hand: 0, at: [4, 0, 0] }])
    expect(playback.handTarget(1, 0)).toEqual([4, 0, 0])
  })

  it('are unknown when no frame has them', () => {
    push(1000, 0)
    expect(playback.handTarget(1, 0)).toBeNull()
  })
})
