// The travel of a slider. Narrow ranges are travelled evenly. Wide ones have
// stops that lie closer together where the numbers are small: whether a chain
// takes 3 or 4 iterations matters, whether 103 or 104 does not.

export interface Scale {
  /** Positions run from `first` to `last` in steps of `step`. */
  readonly first: number
  readonly last: number
  readonly step: number
  positionOf(value: number): number
  valueAt(position: number): number
}

const FINE_STEPS = 200
const EVEN_INTEGERS = 30
const WIDE_INTEGERS = 64
const WIDE_RATIO = 500
const STOPS_PER_DECADE = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8]

export function evenScale(min: number, max: number, step: number): Scale {
  return {
    first: min,
    last: max,
    step,
    positionOf: (value) => value,
    valueAt: (position) => position,
  }
}

interface Range {
  readonly kind: 'int' | 'float'
  readonly min: number
  readonly max: number
  /** For a range from 0: the least value beside 0 that matters. */
  readonly finest?: number
}

export function scaleFor({ kind, min, max, finest }: Range): Scale {
  if (kind === 'int') {
    return max - min > WIDE_INTEGERS ? stoppedScale(integerStops(min, max), min) : evenScale(min, max, 1)
  }
  if (min === 0 && finest !== undefined) return stoppedScale([0, ...decadeStops(finest, max)], 0)
  if (min > 0 && max / min > WIDE_RATIO) return stoppedScale(decadeStops(min, max), 0)
  return evenScale(min, max, roundStep((max - min) / FINE_STEPS))
}

/** Positions count the stops, from `first` on. */
export function stoppedScale(stops: readonly number[], first: number): Scale {
  const nearest = (value: number) =>
    stops.reduce((best, stop, i) =>
      Math.abs(stop - value) < Math.abs(stops[best]! - value) ? i : best, 0)
  return {
    first,
    last: first + stops.length - 1,
    step: 1,
    positionOf: (value) => first + nearest(value),
    valueAt: (position) => stops[Math.round(position) - first]!,
  }
}

/** Every integer at first, then round ones about five per cent apart. */
function integerStops(min: number, max: number): number[] {
  const stops: number[] = []
  for (let stop = min; stop < max; ) {
    stops.push(stop)
    const step = stop < min + EVEN_INTEGERS ? 1 : Math.max(roundStep(stop / 15), 1)
    stop = (Math.floor(stop / step) + 1) * step
  }
  return [...stops, max]
}

function decadeStops(min: number, max: number): number[] {
  const stops = [min]
  for (let power = 10 ** Math.floor(Math.log10(min)); power <= max; power *= 10) {
    for (const stop of STOPS_PER_DECADE) {
      const value = Number((stop * power).toPrecision(3))
      if (value > min && value < max) stops.push(value)
    }
  }
  return [...stops, max]
}

/** 1, 2 or 5 times a power of ten: the next at or below. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return power * (step >= 5 * power ? 5 : step >= 2 * power ? 2 : 1)
}
