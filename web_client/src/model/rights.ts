export const RIGHTS = [
  'grab',
  'gust',
  'iterations',
  'parameters',
  'time',
  'reset',
  'scene',
] as const

/** What the room may allow a member to do. */
export type Right = (typeof RIGHTS)[number]

/** The right that changing a parameter takes: iterations have one of their own. */
export function rightToSet(parameter: string): Right {
  return parameter === 'iterations' ? 'iterations' : 'parameters'
}
