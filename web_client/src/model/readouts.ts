// Which readouts a member has chosen to see. What the server measures is named as on
// the wire; what this page knows by itself has names of its own.

export const OWN_READOUTS = [
  'time',
  'step',
  'h',
  'iterations',
  'substeps',
  'stretch_mean',
  'stretch_max',
  'round_trip',
  'drawn',
  'frame_main',
  'frame_drawing',
  'received',
  'lost',
] as const

export type OwnReadout = (typeof OWN_READOUTS)[number]

/** Seen until somebody chooses. The page knows them by itself: nothing has to be measured. */
const AT_FIRST: readonly string[] = ['time', 'h', 'iterations', 'stretch_mean', 'stretch_max']

/** Always in the list; the others behind “more”. */
const IN_SIGHT: ReadonlySet<string> = new Set([
  ...AT_FIRST,
  'substeps',
  'energy_kinetic',
  'energy_potential',
  'energy_total',
  'momentum_x',
  'momentum_y',
  'momentum_z',
  'tension',
  'penetration',
  'damping_time',
  'step_us',
])

export function isInSight(name: string): boolean {
  return IN_SIGHT.has(name)
}

export function isOwn(name: string): name is OwnReadout {
  return (OWN_READOUTS as readonly string[]).includes(name)
}

/** The choice as it was remembered; the first one where nothing was, or nothing fit to read. */
export function readChoice(remembered: string | null): ReadonlySet<string> {
  if (remembered === null) return new Set(AT_FIRST)
  return new Set(remembered.split(' ').filter((name) => /^[a-z_]+$/.test(name)))
}

export function writeChoice(chosen: ReadonlySet<string>): string {
  return [...chosen].join(' ')
}

export function withToggled(chosen: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(name)) next.add(name)
  return next
}
