import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GridDecoder } from '../../src/net/grid_frame'
import { predictorsOf } from '../../src/net/predictors'
import { bytesOf } from './vectors'

interface Row {
  readonly name: string
  readonly step: number
  readonly particles: number
  readonly links: number[][]
  readonly base?: number[]
  readonly base_number?: number
  readonly hex: string
  readonly number?: number
  readonly result: number[] | 'malformed' | 'no_base'
}

const url = new URL('../../../tests/vectors/v1/grid.json', import.meta.url)
const rows = JSON.parse(readFileSync(url, 'utf8')) as Row[]
const valid = rows.filter((row) => typeof row.result !== 'string')

const linksOf = (row: Row) => Uint32Array.from(row.links.flat())

/** A small generator of numbers below `end`: the same ones in every run. */
function dice(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return Math.floor(((state >>> 0) / 2 ** 32) * end)
  }
}

function checkOf(grid: number[]): number {
  let check = 0
  for (let i = 0; i < grid.length; i += 3) {
    const turned = (value: number, by: number) => (value << by) | (value >>> (32 - by))
    const y = turned(Math.imul(grid[i + 1]!, 0xc2b2ae35), 11)
    const z = turned(Math.imul(grid[i + 2]!, 0x27d4eb2f), 22)
    check = Math.imul(check ^ Math.imul(grid[i]!, 0x85ebca6b) ^ y ^ z, 0x9e3779b1)
    check ^= check >>> 15
  }
  return check
}

/** A frame in which every residual is written in 32 bits. */
function keyOf(grid: number[], links: Uint32Array, number: number): Uint8Array {
  const of = predictorsOf(grid.length / 3, links)
  let bits = ''
  const put = (value: number, count: number) => {
    for (let i = 0; i < count; i++) bits += (value >>> i) & 1
  }
  grid.forEach((value, i) => {
    const [a, b, c] = [0, 1, 2].map((j) => grid[of[3 * Math.floor(i / 3) + j]! + (i % 3)]!)
    const residual = (value - (i < 3 ? 0 : a! + b! - c!)) | 0
    if (i % 24 === 0) put(0b0001_111, 7)
    put(0xfffff, 20)
    put((residual << 1) ^ (residual >> 31), 32)
  })
  const bytes = new Uint8Array(9 + Math.ceil(bits.length / 8))
  const view = new DataView(bytes.buffer)
  bytes[0] = 0x4b
  view.setUint32(1, number, true)
  view.setInt32(5, checkOf(grid), true)
  for (let i = 0; i < bits.length; i++) bytes[9 + (i >> 3)]! |= Number(bits[i]) << (i & 7)
  return bytes
}

const metres = (grid: number[], step: number) =>
  Float32Array.from(grid, (v) => Math.fround(v * step))

/** A frame of the row's base; null if it has none. */
const baseOf = (row: Row) => (row.base ? keyOf(row.base, linksOf(row), row.base_number!) : null)

/** One that holds the row's base. */
function decoderOf(row: Row): GridDecoder {
  const decoder = new GridDecoder(row.step, row.particles, linksOf(row))
  const base = baseOf(row)
  if (base) expect(decoder.decode(base)).toEqual(metres(row.base!, row.step))
  return decoder
}

describe('frames on a grid', () => {
  it.each(rows.map((row) => [row.name, row] as const))('reads the vector: %s', (_, row) => {
    const { result } = row
    const expected = typeof result === 'string' ? null : metres(result, row.step)
    expect(decoderOf(row).decode(bytesOf(row.hex))).toEqual(expected)
  })

  it('reads frames that begin in the middle of a buffer', () => {
    for (const row of valid) {
      const bytes = bytesOf(row.hex)
      const around = new Uint8Array(bytes.length + 20).fill(0xff)
      around.set(bytes, 7)
      const frame = around.subarray(7, 7 + bytes.length)
      expect(decoderOf(row).decode(frame)).toEqual(metres(row.result as number[], row.step))
    }
  })

  it('refuses every frame that is cut', () => {
    for (const row of valid) {
      const bytes = bytesOf(row.hex)
      const decoder = decoderOf(row)
      for (let length = 0; length < bytes.length; length++) {
        expect(decoder.decode(bytes.slice(0, length)), `${row.name}, ${length}`).toBeNull()
      }
    }
  })

  it('refuses a cut frame in which nothing moved, however many particles there are', () => {
    const still = new Uint8Array(9 + 65)
    still[0] = 0x4b
    still[9] = 0b111
    const decoder = new GridDecoder(0.001, 4096, new Uint32Array())
    expect(decoder.decode(still)).toEqual(new Float32Array(3 * 4096))
    for (let length = 0; length < still.length; length++) {
      const fresh = new GridDecoder(0.001, 4096, new Uint32Array())
      expect(fresh.decode(still.slice(0, length))).toBeNull()
      expect(decoder.decode(still.slice(0, length))).toBeNull()
    }
  })

  it('never takes a frame for another one after bits have been turned over', () => {
    const random = dice(1)
    const each = Math.ceil(100_000 / valid.length)
    let unseen = 0
    for (const row of valid) {
      const expected = metres(row.result as number[], row.step)
      const whole = bytesOf(row.hex)
      const decoder = decoderOf(row)
      const base = baseOf(row)
      for (let i = 0; i < each; i++) {
        const bytes = whole.slice()
        for (let flips = 1 + (i % 4); flips > 0; flips--) {
          const bit = random(8 * bytes.length)
          bytes[bit >> 3]! ^= 1 << (bit & 7)
        }
        const positions = decoder.decode(bytes)
        if (positions === null) continue
        if (!positions.every((value, j) => value === expected[j])) unseen++
        if (base) decoder.decode(base)
      }
    }
    expect(unseen).toBe(0)
  }, 60_000)

  it('takes no noise for a frame', () => {
    const random = dice(2)
    const links = Uint32Array.from({ length: 200 }, () => random(60))
    const decoder = new GridDecoder(0.0005, 60, links)
    for (let i = 0; i < 20_000; i++) {
      const bytes = new Uint8Array(random(120))
      for (let j = 0; j < bytes.length; j++) bytes[j] = random(256)
      if (i % 2 === 0) bytes[0] = i % 4 === 0 ? 0x4b : 0x44
      if (decoder.decode(bytes) !== null) throw new Error(Buffer.from(bytes).toString('hex'))
    }
  }, 60_000)

  it('keeps the frame that it holds when it refuses another', () => {
    const chain = valid.filter((row) => row.name.startsWith('chain of frames'))
    const decoder = new GridDecoder(0.0005, chain[0]!.particles, linksOf(chain[0]!))
    for (const row of chain) {
      const bytes = bytesOf(row.hex)
      const damaged = bytes.slice()
      damaged[bytes.length - 1]! ^= 1
      const other = bytes.slice()
      other[5]! ^= 1 // the base of a delta, the check of a key
      for (const refused of [damaged, bytes.slice(0, -1), other]) {
        expect(decoder.decode(refused)).toBeNull()
      }
      expect(decoder.decode(bytes)).toEqual(metres(row.result as number[], row.step))
    }
    expect(chain.length).toBeGreaterThan(4)
  })

  it('takes a delta only once, and only after its base', () => {
    const [first, second] = valid.filter((row) => row.name.startsWith('chain of frames'))
    const decoder = new GridDecoder(0.0005, first!.particles, linksOf(first!))
    expect(decoder.decode(bytesOf(second!.hex))).toBeNull()
    expect(decoder.decode(bytesOf(first!.hex))).not.toBeNull()
    expect(decoder.decode(bytesOf(second!.hex))).not.toBeNull()
    expect(decoder.decode(bytesOf(second!.hex))).toBeNull()
  })

  it('gives positions that later frames leave alone', () => {
    const [first, second] = valid.filter((row) => row.name.startsWith('chain of frames'))
    const decoder = new GridDecoder(0.0005, first!.particles, linksOf(first!))
    const positions = decoder.decode(bytesOf(first!.hex))!
    const before = positions.slice()
    decoder.decode(bytesOf(second!.hex))
    expect(positions).toEqual(before)
  })

  it('reads integers of all sizes on any graph', () => {
    const random = dice(3)
    const edges = [-(2 ** 31), 2 ** 31 - 1, 0, -1, 1]
    for (let i = 0; i < 200; i++) {
      const particles = 1 + random(40)
      const links = Uint32Array.from({ length: 2 * random(120) }, () => random(particles))
      const integer = () => (i % 2 ? random(2 ** 32) | 0 : edges[random(edges.length)]!)
      const grid = Array.from({ length: 3 * particles }, integer)
      const decoder = new GridDecoder(0.0001, particles, links)
      expect(decoder.decode(keyOf(grid, links, i))).toEqual(metres(grid, 0.0001))
    }
  })
})
