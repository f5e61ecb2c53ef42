import { describe, expect, it } from 'vitest'
import { FrameReader } from '../../src/net/frames'
import { chain } from '../model/sample'

// One particle at (1, 0, −0.5) mm on a grid of 0.5 mm, as frame 7, independent.
const KEY = Uint8Array.of(0x4b, 7, 0, 0, 0, 0x37, 0x63, 0x8a, 0x12, 0x0b, 0x08)
// The same position as frame 9, against frame 7: a block of zeros (level 0).
const DELTA = Uint8Array.of(0x44, 9, 0, 0, 0, 7, 0, 0, 0, 0x37, 0x63, 0x8a, 0x12, 0x07)

const scene = { ...chain, particles: 1, links: new Uint32Array(0), rest: new Float32Array(0) }
const millimetres = (positions: Float32Array | null) => positions && [...positions].map((x) => Math.round(1e6 * x) / 1e3)

describe('the frames of a connection', () => {
  it('are plain float32 if that was agreed on', () => {
    const reader = new FrameReader()
    reader.agree('f32')
    const positions = Float32Array.of(1, 2, 3)
    expect(reader.read(new Uint8Array(positions.buffer), scene)).toEqual(positions)
  })

  it('must hold as many particles as the scene', () => {
    const reader = new FrameReader()
    reader.agree('f32')
    expect(() => reader.read(new Uint8Array(24), scene)).toThrow('"frame"')
    expect(() => reader.read(new Uint8Array(5), scene)).toThrow('"frame"')
  })

  it('may build on each other on a grid', () => {
    const reader = new FrameReader()
    reader.agree('grid0.5')
    expect(reader.read(DELTA, scene)).toBeNull()
    expect(millimetres(reader.read(KEY, scene))).toEqual([1, 0, -0.5])
    expect(millimetres(reader.read(DELTA, scene))).toEqual([1, 0, -0.5])
  })

  it('never build on one of another scene or connection', () => {
    const reader = new FrameReader()
    reader.agree('grid0.5')
    reader.read(KEY, scene)
    expect(reader.read(DELTA, { ...scene, links: new Uint32Array(0) })).toBeNull()
    reader.read(KEY, scene)
    reader.agree('grid0.5')
    expect(reader.read(DELTA, scene)).toBeNull()
  })
})
