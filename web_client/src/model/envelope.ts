import type { Row } from './rows'
import { particleAt, type Vector } from './vector'

// How far a row of particles has swung lately, and where it stands still.

/** An envelope looks back this long, ms: a second. */
export const ENVELOPE_MS = 1000

// Of the widest swing: below this a particle hardly moves, above it swings in earnest.
const NODE_SHARE = 0.4
const ANTINODE_SHARE = 0.6
/** Swings below this are noise, m. */
const LEAST_M = 2e-4
const FRAMES_LEAST = 4

interface Sample {
  readonly time: number
  readonly positions: Float32Array
}

export interface Swing {
  /** The outlines, x, y, z of each particle of the row in turn. */
  readonly upper: Float32Array
  readonly lower: Float32Array
  /** Half of the way between the outlines for each particle of the row, m. */
  readonly amplitudes: Float32Array
  readonly nodes: readonly Vector[]
  readonly antinodes: readonly Vector[]
}

export class Envelope {
  private samples: Sample[] = []

  constructor(readonly row: Row) {}

  clear(): void {
    this.samples = []
  }

  /** `time` in ms; frames are never written to once they are here. */
  push(time: number, positions: Float32Array): void {
    const last = this.samples.at(-1)
    if (last && (time <= last.time || time - last.time > ENVELOPE_MS)) this.clear()
    this.samples.push({ time, positions })
    while (this.samples[0]!.time < time - ENVELOPE_MS) this.samples.shift()
  }

  /** The swing across the row; null while there is too little to tell. */
  swing(): Swing | null {
    if (this.samples.length < FRAMES_LEAST) return null
    const axis = this.widestAxis()
    const count = this.row.last - this.row.first + 1
    const upper = new Float32Array(3 * count)
    const lower = new Float32Array(3 * count)
    const amplitudes = new Float32Array(count)
    for (let i = 0; i < count; i++) {
      const mean = [0, 0, 0]
      let [least, most] = [Infinity, -Infinity]
      for (const { positions } of this.samples) {
        const at = 3 * (this.row.first + i)
        for (let c = 0; c < 3; c++) mean[c]! += positions[at + c]! / this.samples.length
        least = Math.min(least, positions[at + axis]!)
        most = Math.max(most, positions[at + axis]!)
      }
      for (const [outline, edge] of [[upper, most], [lower, least]] as const) {
        outline.set(mean, 3 * i)
        outline[3 * i + axis] = edge
      }
      amplitudes[i] = (most - least) / 2
    }
    return { upper, lower, amplitudes, ...this.stations(upper, lower, amplitudes) }
  }

  /** The axis across the row along which it swings most: up, or towards the viewer. */
  private widestAxis(): 1 | 2 {
    const spread = (axis: number) => {
      let sum = 0
      for (let particle = this.row.first; particle <= this.row.last; particle++) {
        let [least, most] = [Infinity, -Infinity]
        for (const { positions } of this.samples) {
          least = Math.min(least, positions[3 * particle + axis]!)
          most = Math.max(most, positions[3 * particle + axis]!)
        }
        sum += most - least
      }
      return sum
    }
    return spread(2) > spread(1) ? 2 : 1
  }

  private stations(upper: Float32Array, lower: Float32Array, amplitudes: Float32Array) {
    const middle = (i: number): Vector => {
      const [a, b] = [particleAt(upper, i), particleAt(lower, i)]
      return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]
    }
    const { nodes, antinodes } = stationsOf(amplitudes)
    return { nodes: nodes.map(middle), antinodes: antinodes.map(middle) }
  }
}

/** The outlines with the swing across them magnified, so that small waves are seen. */
export function outlines({ upper, lower }: Swing, factor: number): [Float32Array, Float32Array] {
  const apart = (from: Float32Array, other: Float32Array) =>
    from.map((x, i) => {
      const middle = (x + other[i]!) / 2
      return middle + factor * (x - middle)
    })
  return [apart(upper, lower), apart(lower, upper)]
}

/**
 * Where a standing wave stands still and where it swings most, as indices: the
 * deepest place of each calm stretch and the highest of each lively one. The ends
 * count as nodes if they are calm.
 */
export function stationsOf(amplitudes: ArrayLike<number>): { nodes: number[]; antinodes: number[] } {
  const widest = Math.max(...Array.from(amplitudes))
  const nodes: number[] = []
  const antinodes: number[] = []
  if (!(widest > LEAST_M)) return { nodes, antinodes }
  for (let i = 0; i < amplitudes.length; ) {
    const calm = amplitudes[i]! < NODE_SHARE * widest
    const lively = amplitudes[i]! > ANTINODE_SHARE * widest
    let best = i
    let end = i
    const same = (at: number) =>
      calm ? amplitudes[at]! < NODE_SHARE * widest : amplitudes[at]! > ANTINODE_SHARE * widest
    if (calm || lively) {
      for (; end < amplitudes.length && same(end); end++) {
        const better = calm ? amplitudes[end]! < amplitudes[best]! : amplitudes[end]! > amplitudes[best]!
        if (better) best = end
      }
      ;(calm ? nodes : antinodes).push(best)
    }
    i = Math.max(end, i + 1)
  }
  return { nodes, antinodes }
}
