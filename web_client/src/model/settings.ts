import type { Parameter } from './scene'

// Where a scene's settings stand on the page: what a class uses most is always
// in sight, the rest in groups that open.

export type SettingGroup = 'method' | 'material' | 'ground' | 'hands'

/** Has a section of its own. */
export const ITERATIONS = 'iterations'

const FIRST: readonly string[] = ['substeps', 'gravity', 'damping', 'stiffness', 'breeze']

const GROUPS: readonly (readonly [SettingGroup, readonly string[]])[] = [
  ['method', ['stepping', 'spring', 'tethers', 'rate']],
  ['material', ['compliance', 'bending']],
  ['ground', ['ground', 'friction', 'sliding_friction']],
  ['hands', ['hand_force', 'hand_compliance', 'hand_damping']],
]

const KNOWN = new Set([ITERATIONS, ...FIRST, ...GROUPS.flatMap(([, names]) => names)])

/** Values next to 0 from which on a setting makes a difference; its range alone does not tell. */
const FINEST: Readonly<Record<string, number>> = { compliance: 1e-6, hand_compliance: 1e-6 }

export interface Arrangement {
  readonly first: readonly Parameter[]
  /** Everything that not every scene has. */
  readonly own: readonly Parameter[]
  readonly groups: readonly { readonly name: SettingGroup; readonly parameters: readonly Parameter[] }[]
}

export function arrange(parameters: readonly Parameter[]): Arrangement {
  const named = (names: readonly string[]) =>
    names.flatMap((name) => parameters.filter((parameter) => parameter.name === name))
  return {
    first: named(FIRST),
    own: parameters.filter(({ name }) => !KNOWN.has(name)),
    groups: GROUPS.map(([name, names]) => ({ name, parameters: named(names) })).filter(
      (group) => group.parameters.length > 0,
    ),
  }
}

export function finestOf(parameter: Parameter): number | undefined {
  return FINEST[parameter.name]
}
