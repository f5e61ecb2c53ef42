// What a line between a page and the server has to carry, and how good one is.

/** What one frame says of each particle: about one byte, in a gust up to two. */
const PARTICLE_BYTES = 2
/** What is around the numbers of a frame: the rest of the message, hands, and the heads of all layers. */
const ENVELOPE_BYTES = 200

/** As good as it should be, usable, or not fit for a lesson. */
export type Level = 'good' | 'warn' | 'bad'

export interface Trips {
  readonly median: number
  readonly worst: number
}

/** Of at least one round trip. */
export function summariseTrips(trips: readonly number[]): Trips {
  const sorted = [...trips].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return { median, worst: sorted.at(-1)! }
}

// A hand feels late from the first one on, a lesson suffers from the second one on.
const TRIP_FELT_MS = 100
const TRIP_LATE_MS = 250

/** One late answer is no slow line, but it is worth a remark. */
export function levelOfTrips({ median, worst }: Trips): Level {
  if (median > TRIP_LATE_MS) return 'bad'
  return median > TRIP_FELT_MS || worst > TRIP_LATE_MS ? 'warn' : 'good'
}

/** How many viewers look at how many particles, how often. */
export interface Class {
  readonly particles: number
  readonly viewers: number
  readonly rate: number
}

export function frameBytes(particles: number): number {
  return PARTICLE_BYTES * particles + ENVELOPE_BYTES
}

/** What a class needs of the line that all of it shares, bytes per second. */
export function bytesPerSecond({ particles, viewers, rate }: Class): number {
  return frameBytes(particles) * viewers * rate
}

/** Whether a line is enough for all of a class: for its largest world, or at least for a small one. */
export function levelOfRate(measured: number, large: Class, small: Class): Level {
  if (measured >= bytesPerSecond(large)) return 'good'
  return measured >= bytesPerSecond(small) ? 'warn' : 'bad'
}

/** How many viewers of such a world a line carries. */
export function viewersOn(measured: number, world: Class): number {
  return Math.floor(measured / bytesPerSecond({ ...world, viewers: 1 }))
}
