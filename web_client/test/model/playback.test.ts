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

  it('keeps nothing from before a cut', () => {
    push(1000, 0)
    playback.cut()
    push(1100, 4)
    playback.step(0.05, 1050)
    expect(shown()).toBe(4)
  })

  it('keeps a bounded number of frames', () => {
    for (let i = 0; i < 100; i++) push(1000 + i * INTERVAL, i)
    expect(shown()).toBeGreaterThanOrEqual(88)
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
