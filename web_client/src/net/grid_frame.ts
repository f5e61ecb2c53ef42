import { predictorsOf } from './predictors'

// Frames on a grid of integers; docs/PROTOCOL.md describes the bytes.

const KEY = 0x4b
const DELTA = 0x44
const KEY_HEAD_BYTES = 9
const DELTA_HEAD_BYTES = 13
const BLOCK_VALUES = 24
const LEVEL_FIRST = 4
const LEVEL_MAX = 15
const ESCAPE_ONES = 20

// A frame that is cut is read up to the end of a block, and 4 bytes at a time.
const PADDING_BYTES = Math.ceil((7 + BLOCK_VALUES * (ESCAPE_ONES + 32)) / 8) + 8

/** Reads one scene's frames, one after the other, and holds what the next may be against. */
export class GridDecoder {
  private readonly of: Int32Array
  /** The frame held, and its number. */
  private grid: Int32Array
  private number: number | null = null
  /** The frame being read, and how far each coordinate is from its base. */
  private next: Int32Array
  private readonly moved: Int32Array
  /** What an independent frame is against. */
  private readonly zeros: Int32Array
  /** Its bytes, with padding. */
  private scratch = new DataView(new ArrayBuffer(0))

  /** `step` is the grid's, in metres; `links` are pairs of particles. */
  constructor(
    private readonly step: number,
    particles: number,
    links: Uint32Array,
  ) {
    this.of = predictorsOf(particles, links)
    this.grid = new Int32Array(3 * particles)
    this.next = new Int32Array(3 * particles)
    this.moved = new Int32Array(3 * particles)
    this.zeros = new Int32Array(3 * particles)
  }

  /**
   * The positions [3 × particles] in metres; null if this is no frame of this
   * scene, or is against a frame that is not held. The frame held then stays.
   */
  decode(bytes: Uint8Array): Float32Array | null {
    const delta = bytes[0] === DELTA
    const head = delta ? DELTA_HEAD_BYTES : KEY_HEAD_BYTES
    if (bytes.length < head || (!delta && bytes[0] !== KEY)) return null
    const view = this.padded(bytes)
    if (delta && view.getUint32(5, true) !== this.number) return null
    if (!readPayload(view, 8 * head, 8 * bytes.length, this.of, this.moved)) return null
    const { grid, next, moved, step } = this
    const positions = new Float32Array(grid.length)
    const check = move(delta ? grid : this.zeros, moved, step, next, positions)
    if (check !== view.getUint32(head - 4, true)) return null
    this.number = view.getUint32(1, true)
    this.grid = next
    this.next = grid
    return positions
  }

  private padded(bytes: Uint8Array): DataView {
    if (this.scratch.byteLength < bytes.length + PADDING_BYTES) {
      this.scratch = new DataView(new ArrayBuffer(2 * bytes.length + PADDING_BYTES))
    }
    const copy = new Uint8Array(this.scratch.buffer)
    copy.set(bytes)
    copy.fill(0, bytes.length, bytes.length + PADDING_BYTES)
    return this.scratch
  }
}

/** Finds where everything is from how far it has moved; returns the check that belongs to it. */
function move(
  base: Int32Array,
  moved: Int32Array,
  step: number,
  grid: Int32Array,
  positions: Float32Array,
): number {
  let check = 0
  for (let i = 0; i < moved.length; i += 3) {
    const x = (base[i]! + moved[i]!) | 0
    const y = (base[i + 1]! + moved[i + 1]!) | 0
    const z = (base[i + 2]! + moved[i + 2]!) | 0
    grid[i] = x
    grid[i + 1] = y
    grid[i + 2] = z
    positions[i] = x * step
    positions[i + 1] = y * step
    positions[i + 2] = z * step
    const ym = Math.imul(y, 0xc2b2ae35)
    const zm = Math.imul(z, 0x27d4eb2f)
    const place = Math.imul(x, 0x85ebca6b) ^ ((ym << 11) | (ym >>> 21)) ^ ((zm << 22) | (zm >>> 10))
    check = Math.imul(check ^ place, 0x9e3779b1)
    check ^= check >>> 15
  }
  return check >>> 0
}

/**
 * Reads all that follows bit `at` into `moved`; false if it is not all there, or
 * there is more before bit `end`. One long function, because calls would cost
 * more than the work; `| 0` keeps numbers 32 bits wide.
 */
function readPayload(
  view: DataView,
  at: number,
  end: number,
  of: Int32Array,
  moved: Int32Array,
): boolean {
  let level = LEVEL_FIRST
  moved.fill(0, 0, 3) // particle 0 is predicted by itself
  for (let first = 0; first < moved.length; first += BLOCK_VALUES) {
    if (at >= end) return false // so that at most one block is read past the end
    const bits = view.getInt32(at >>> 3, true) >>> (at & 7)
    const ones = lowestZero(bits)
    if (ones === 1) level++
    else if (ones === 2) level--
    else if (ones > 2) level = (bits >>> 3) & LEVEL_MAX
    at += ones < 3 ? ones + 1 : 7
    if (level < 0 || level > LEVEL_MAX) return false

    const last = Math.min(first + BLOCK_VALUES, moved.length)
    const k = level - 1
    const mask = (1 << k) - 1
    for (let i = first; i < last; i += 3) {
      let a = of[i]!
      let b = of[i + 1]!
      let c = of[i + 2]!
      for (let j = i; j < i + 3; j++) {
        let value = (moved[a++]! + moved[b++]! - moved[c++]!) | 0
        if (k >= 0) {
          const bits = view.getInt32(at >>> 3, true) >>> (at & 7)
          const ones = lowestZero(bits)
          let folded = 0
          if (ones < ESCAPE_ONES) {
            at += ones + 1
            const low =
              ones + k < 25 ? (bits >>> ones) >>> 1 : view.getInt32(at >>> 3, true) >>> (at & 7)
            folded = (ones << k) | (low & mask)
            at += k
          } else {
            at += ESCAPE_ONES
            folded = (view.getInt32(at >>> 3, true) >>> (at & 7)) & 0xffff
            at += 16
            folded |= (view.getInt32(at >>> 3, true) >>> (at & 7)) << 16
            at += 16
          }
          value = (value + ((folded >>> 1) ^ -(folded & 1))) | 0
        }
        moved[j] = value
      }
    }
  }
  return end - at >= 0 && end - at < 8 && view.getUint8(at >>> 3) >>> (at & 7) === 0
}

/** How many ones there are below the lowest zero; many if there is none. */
function lowestZero(bits: number): number {
  return 31 ^ Math.clz32(~bits & ((bits + 1) | 0)) // 31 − clz, and 63 for the 32 that says none
}
