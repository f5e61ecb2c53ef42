import type { Chronicle } from './chronicle'
import type { Column } from './csv'
import type { Spectrum } from './measures'

export const PLOTS = ['energy', 'stretch', 'spectrum'] as const
export type PlotName = (typeof PLOTS)[number]

/** The lines of the plots over time: measures by their names on the wire. */
export const OVER_TIME = {
  energy: ['energy_kinetic', 'energy_potential', 'energy_total'],
  stretch: ['stretch_mean', 'stretch_max'],
} as const satisfies Partial<Record<PlotName, readonly string[]>>

/** What a plot shows of the past, s of simulated time. */
export const WINDOW_S = 20

/** Of the largest amplitude: what is below this is not worth the width of the plot. */
const WORTH_SHARE = 0.02
/** What is below this is noise, m. */
const WORTH_M = 1e-6

/** Up to which frequency a spectrum says something, Hz. */
export function reachOf({ hz, amplitudes, expected }: Spectrum): number {
  const top = amplitudes.reduce((a, b) => Math.max(a, b), 0)
  let last = 1
  for (let bin = 1; bin < amplitudes.length; bin++) {
    if (amplitudes[bin]! > Math.max(WORTH_SHARE * top, WORTH_M)) last = bin
  }
  const nyquist = hz * (amplitudes.length - 1)
  const first = expected[0] ?? 0
  return Math.min(Math.max(1.2 * last * hz, 4.5 * first, 8 * hz), nyquist)
}

export interface Title {
  readonly title: string
  readonly unit: string
}

/** Everything that was measured of these names, sample by sample. */
export function chronicleTable(
  chronicle: Chronicle,
  time: Title,
  measures: readonly (Title & { readonly name: string })[],
): Column[] {
  return [
    { ...time, values: [...chronicle.times] },
    ...measures.map(({ name, title, unit }) => ({ title, unit, values: chronicle.column(name) })),
  ]
}

/** A spectrum bin by bin, the expected harmonics beside it. */
export function spectrumTable(
  { hz, amplitudes, expected }: Spectrum,
  titles: { frequency: Title; amplitude: Title; expected: Title },
): Column[] {
  return [
    { ...titles.frequency, values: Array.from(amplitudes, (_, bin) => bin * hz) },
    { ...titles.amplitude, values: amplitudes },
    { ...titles.expected, values: expected },
  ]
}
