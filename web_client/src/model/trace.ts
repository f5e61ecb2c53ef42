import type { Drawing } from './drawing'
import type { Scene } from './scene'
import { particleAt, type Vector } from './vector'

// One step of the solver, taken apart: what the room's next step will do.
//
//   start ─▶ predicted ─▶ sweep 1 … sweep n ─▶ (the next substep) ─▶ final ─▶ velocities
//
// Displacements count from where their substep began. Steps are short, so what moves
// in one is seldom seen with the bare eye: displacements are drawn magnified.

/** One correction: what a constraint did once. */
export interface Correction {
  readonly substep: number
  readonly sweep: number
  /** Name of the kind of constraint. */
  readonly kind: string
  /** How wrong it was before: m, for volumes m³. */
  readonly value: number
  readonly terms: readonly {
    readonly particle: number
    readonly gradient: Vector
    /** What was added to the particle's displacement, m. */
    readonly by: Vector
  }[]
}

export interface Trace {
  readonly step: number
  readonly h: number
  readonly substeps: number
  readonly sweeps: number
  /** Whether every correction is told. */
  readonly complete: boolean
  /** N × 3: where the step starts, m. */
  readonly positions: Float32Array
  /** For each substep told, N × 3: displacements after prediction, and at its end. */
  readonly predicted: readonly Float32Array[]
  readonly moved: readonly Float32Array[]
  /** N × 3, m/s at the end. */
  readonly velocities: Float32Array
  /** N × 3, m at the end. */
  readonly final: Float32Array
  /** In the order in which they were made. */
  readonly corrections: readonly Correction[]
}

/** A place where the player of a step can stand. Corrections are counted [from, to). */
export type Moment =
  | { readonly kind: 'start' }
  | { readonly kind: 'predicted'; readonly substep: number; readonly to: number }
  | {
      readonly kind: 'sweep' | 'correction'
      readonly substep: number
      readonly sweep: number
      readonly from: number
      readonly to: number
    }
  | { readonly kind: 'final' }
  | { readonly kind: 'velocities' }

/** The moments of a step, sweep by sweep or one correction after the other. */
export function momentsOf(trace: Trace, single: boolean): Moment[] {
  const moments: Moment[] = [{ kind: 'start' }]
  const { corrections } = trace
  let at = 0
  for (let substep = 0; substep < trace.predicted.length; substep++) {
    moments.push({ kind: 'predicted', substep, to: at })
    while (at < corrections.length && corrections[at]!.substep === substep) {
      const { sweep } = corrections[at]!
      const from = at
      const inSweep = (i: number) =>
        corrections[i]?.substep === substep && corrections[i]?.sweep === sweep
      while (inSweep(at)) {
        at++
        if (single) moments.push({ kind: 'correction', substep, sweep, from: at - 1, to: at })
      }
      if (!single) moments.push({ kind: 'sweep', substep, sweep, from, to: at })
    }
  }
  return [...moments, { kind: 'final' }, { kind: 'velocities' }]
}

/** Where everything is at a moment, relative to where the step starts: N × 3, m. */
export function displacementsAt(trace: Trace, moment: Moment): Float64Array {
  const count = trace.positions.length
  const shift = new Float64Array(count)
  if (moment.kind === 'start') return shift
  if (moment.kind === 'final' || moment.kind === 'velocities') {
    for (let i = 0; i < count; i++) shift[i] = trace.final[i]! - trace.positions[i]!
    return shift
  }
  for (let substep = 0; substep < moment.substep; substep++) {
    for (let i = 0; i < count; i++) shift[i]! += trace.moved[substep]![i]!
  }
  for (let i = 0; i < count; i++) shift[i]! += trace.predicted[moment.substep]![i]!
  for (const { substep, terms } of trace.corrections.slice(0, moment.to)) {
    if (substep !== moment.substep) continue
    for (const { particle, by } of terms) {
      for (let c = 0; c < 3; c++) shift[3 * particle + c]! += by[c]!
    }
  }
  return shift
}

/** Positions with their displacements from the start magnified. */
export function posed(trace: Trace, shift: Float64Array, factor: number): Float32Array {
  return Float32Array.from(trace.positions, (start, i) => start + factor * shift[i]!)
}

/** The longest of displacements that are given as x, y, z in turn. */
export function longest(vectors: ArrayLike<number>): number {
  let square = 0
  for (let i = 0; i + 2 < vectors.length; i += 3) {
    square = Math.max(square, vectors[i]! ** 2 + vectors[i + 1]! ** 2 + vectors[i + 2]! ** 2)
  }
  return Math.sqrt(square)
}

/** How much to magnify so that `length` is seen as about `wanted`: 1, 2 or 5 times a power of ten. */
export function magnification(length: number, wanted: number): number {
  if (!(length > 0) || length >= wanted) return 1
  const ratio = wanted / length
  const power = 10 ** Math.floor(Math.log10(ratio))
  return power * (ratio >= 5 * power ? 5 : ratio >= 2 * power ? 2 : 1)
}

/** How a step is drawn: motions and corrections each have a scale that holds for all of it. */
export interface Magnified {
  readonly motion: number
  readonly correction: number
}

export function magnified(trace: Trace, scene: Scene): Magnified {
  const { radius } = scene.view
  const rest = scene.rest.reduce((sum, length) => sum + length, 0) / Math.max(scene.rest.length, 1)
  // Little longer than a link, so that arrows do not lie over each other.
  const arrow = Math.min(Math.max(1.5 * rest, 0.05 * radius), 0.16 * radius)
  const motions = trace.predicted.map(longest)
  const corrections = trace.corrections.flatMap(({ terms }) => terms.map(({ by }) => Math.hypot(...by)))
  return {
    motion: magnification(Math.max(0, ...motions), 0.12 * radius),
    correction: magnification(corrections.reduce((a, b) => Math.max(a, b), 0), arrow),
  }
}

/** What is drawn over the scene at a moment. */
export function drawingAt(trace: Trace, scene: Scene, moment: Moment, by: Magnified): Drawing {
  const shift = displacementsAt(trace, moment)
  const at = posed(trace, shift, by.motion)
  const lines: Drawing['lines'][number][] =
    moment.kind === 'start' ? [] : ghostOf(scene, trace.positions)
  const arrows: Drawing['arrows'][number][] = []
  if (moment.kind === 'predicted') {
    arrows.push({ look: 'prediction', ends: between(trace.positions, at) })
  }
  if (moment.kind === 'velocities') {
    const fastest = longest(trace.velocities)
    const scale = fastest > 0 ? Math.min(0.3 * scene.view.radius / fastest, 1) : 0
    const tips = Float64Array.from(at, (x, i) => x + scale * trace.velocities[i]!)
    arrows.push({ look: 'velocity', ends: between(at, tips) })
  }
  if (moment.kind === 'sweep' || moment.kind === 'correction') {
    const ends: number[] = []
    const gradients: number[] = []
    const reach = 0.1 * scene.view.radius
    for (const { terms } of trace.corrections.slice(moment.from, moment.to)) {
      for (const { particle, by: moved, gradient } of terms) {
        const [x, y, z] = particleAt(at, particle)
        const f = by.correction
        ends.push(x, y, z, x + f * moved[0], y + f * moved[1], z + f * moved[2])
        // The line that a correction may move along.
        const length = Math.hypot(...gradient)
        const s = length > 0 ? reach / length : 0
        const [gx, gy, gz] = [s * gradient[0], s * gradient[1], s * gradient[2]]
        gradients.push(x - gx, y - gy, z - gz, x + gx, y + gy, z + gz)
      }
    }
    if (moment.kind === 'correction') {
      for (let i = 0; i < gradients.length; i += 6) {
        lines.push({ look: 'gradient', points: gradients.slice(i, i + 6) })
      }
    }
    arrows.push({ look: 'correction', ends })
  }
  return { lines, arrows, marks: [], labels: [] }
}

/** Where the links were when the step began. */
function ghostOf(scene: Scene, positions: Float32Array): Drawing['lines'][number][] {
  const lines: Drawing['lines'][number][] = []
  for (let i = 0; i < scene.links.length; i += 2) {
    const [a, b] = [3 * scene.links[i]!, 3 * scene.links[i + 1]!]
    const ends = [...positions.subarray(a, a + 3), ...positions.subarray(b, b + 3)]
    lines.push({ look: 'ghost', points: ends })
  }
  return lines
}

function between(from: ArrayLike<number>, to: ArrayLike<number>): number[] {
  const ends: number[] = []
  for (let i = 0; i + 2 < from.length; i += 3) {
    ends.push(from[i]!, from[i + 1]!, from[i + 2]!, to[i]!, to[i + 1]!, to[i + 2]!)
  }
  return ends
}

/** What the words about a moment need, in figures. */
export interface MomentFigures {
  /** The largest error among its corrections before they were made: m, without volumes. */
  readonly error: number
  /** The longest correction, m. */
  readonly correction: number
  /** The longest way that a particle has gone since the start, m. */
  readonly motion: number
  /** The largest stretch of a link that is left, as a share of its rest length. */
  readonly stretch: number
}

export function figuresAt(trace: Trace, scene: Scene, moment: Moment): MomentFigures {
  const shift = displacementsAt(trace, moment)
  const made =
    moment.kind === 'sweep' || moment.kind === 'correction'
      ? trace.corrections.slice(moment.from, moment.to)
      : []
  const lengths = made.flatMap(({ terms }) => terms.map(({ by }) => Math.hypot(...by)))
  const errors = made.filter(({ kind }) => kind !== 'volume').map(({ value }) => Math.abs(value))
  return {
    error: errors.reduce((a, b) => Math.max(a, b), 0),
    correction: lengths.reduce((a, b) => Math.max(a, b), 0),
    motion: longest(shift),
    stretch: largestStretch(scene, trace.positions, shift),
  }
}

function largestStretch(scene: Scene, positions: Float32Array, shift: Float64Array): number {
  let largest = 0
  for (let link = 0; link < scene.rest.length - scene.springs; link++) {
    const rest = scene.rest[link]!
    if (!(rest > 0)) continue
    const [a, b] = [3 * scene.links[2 * link]!, 3 * scene.links[2 * link + 1]!]
    const along = (c: number) =>
      positions[a + c]! - positions[b + c]! + (shift[a + c]! - shift[b + c]!)
    largest = Math.max(largest, Math.hypot(along(0), along(1), along(2)) / rest - 1)
  }
  return largest
}
