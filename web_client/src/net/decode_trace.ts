import type { Correction, Trace } from '../model/trace'
import type { Vector } from '../model/vector'
import {
  bool,
  float,
  float32s,
  float64s,
  list,
  ProtocolError,
  uint,
  uint32s,
  type Fields,
} from './fields'

// The message `trace`: long lists of numbers that refer to each other.

const RECORD_WORDS = 5

export function trace(m: Fields): Trace {
  const positions = float32s(m, 'positions')
  const bodies = { final: float32s(m, 'final'), velocities: float32s(m, 'velocities') }
  for (const [key, values] of Object.entries(bodies)) {
    if (values.length !== positions.length) throw new ProtocolError(`"${key}" has another length`)
  }
  const predicted = substeps(m, 'predicted', positions.length)
  const moved = substeps(m, 'moved', positions.length)
  if (predicted.length !== moved.length) throw new ProtocolError('"moved" has another length')
  return {
    step: uint(m, 'step'),
    h: float(m, 'h'),
    substeps: uint(m, 'substeps'),
    sweeps: uint(m, 'sweeps'),
    complete: bool(m, 'complete'),
    positions,
    predicted,
    moved,
    ...bodies,
    corrections: corrections(m, positions.length / 3, predicted.length),
  }
}

/** One list of displacements for each substep. */
function substeps(m: Fields, key: string, each: number): Float32Array[] {
  const all = float32s(m, key)
  if (each === 0 || all.length % each !== 0) throw new ProtocolError(`"${key}" is not whole`)
  return Array.from({ length: all.length / each }, (_, i) => all.subarray(i * each, (i + 1) * each))
}

function corrections(m: Fields, particles: number, told: number): Correction[] {
  const kinds = list(m, 'kinds', String)
  const records = uint32s(m, 'records')
  const values = float32s(m, 'values')
  const termParticles = uint32s(m, 'term_particles')
  const gradients = float32s(m, 'gradients')
  const by = float64s(m, 'corrections')
  const terms = termParticles.length
  if (records.length !== RECORD_WORDS * values.length) {
    throw new ProtocolError('"records" and "values" disagree')
  }
  if (gradients.length !== 3 * terms || by.length !== 3 * terms) {
    throw new ProtocolError('"term_particles", "gradients" and "corrections" disagree')
  }
  if (termParticles.some((particle) => particle >= particles)) {
    throw new ProtocolError('"term_particles" names a particle past the end')
  }
  return Array.from(values, (value, i) => {
    const [substep, sweep, kind, first, count] = records.subarray(
      RECORD_WORDS * i,
      RECORD_WORDS * (i + 1),
    ) as unknown as [number, number, number, number, number]
    if (first + count > terms || substep >= told || kind >= kinds.length) {
      throw new ProtocolError('"records" points past the end')
    }
    return {
      substep,
      sweep,
      kind: kinds[kind]!,
      value,
      terms: Array.from({ length: count }, (_, t) => ({
        particle: termParticles[first + t]!,
        gradient: triple(gradients, first + t),
        by: triple(by, first + t),
      })),
    }
  })
}

function triple(values: ArrayLike<number>, at: number): Vector {
  return [values[3 * at]!, values[3 * at + 1]!, values[3 * at + 2]!]
}
