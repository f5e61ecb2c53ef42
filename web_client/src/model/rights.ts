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
