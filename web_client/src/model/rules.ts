import type { Right } from './rights'

/** Who has a right; hosts always have all. */
export type Audience = 'everyone' | 'named' | 'hosts'

/** What becomes of those who come for the first time. */
export type NewcomersPolicy = 'open' | 'ask' | 'closed'

/** What members may do while no host is here. */
export type AwayPolicy = 'carry_on' | 'freeze'

/** What holds in the room, whatever becomes of its scene. */
export interface Rules {
  readonly rights: Readonly<Record<Right, Audience>>
  /** Only hosts may hold particles. */
  readonly frozen: boolean
  readonly newcomers: NewcomersPolicy
  /** Members at once. */
  readonly capacity: number
  readonly namesHidden: boolean
  readonly away: AwayPolicy
  /** The most that one member pulls with, all hands together, N; 0: no such limit. */
  readonly pullLimit: number
}

/** For a server that tells of no rules: what is refused shows then. */
export const NO_RULES: Rules = {
  rights: {
    grab: 'everyone',
    gust: 'everyone',
    iterations: 'everyone',
    parameters: 'everyone',
    time: 'everyone',
    reset: 'everyone',
    scene: 'everyone',
  },
  frozen: false,
  newcomers: 'open',
  capacity: 0,
  namesHidden: false,
  away: 'carry_on',
  pullLimit: 0,
}
