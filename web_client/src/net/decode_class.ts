import type { Member } from '../model/member'
import { RIGHTS, type Right } from '../model/rights'
import type { Quality, RosterEntry } from '../model/roster'
import { NO_RULES, type Audience, type AwayPolicy, type NewcomersPolicy, type Rules } from '../model/rules'
import { asFields, bool, float, list, map, optional, ProtocolError, text, uint, type Fields } from './fields'

// The parts of messages that tell who is here, what they may, and by which rules.

export function member(m: Fields): Member {
  const colour = text(m, 'colour')
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new ProtocolError('"colour" is not #rrggbb')
  return {
    seat: uint(m, 'seat'),
    name: text(m, 'name'),
    colour,
    host: bool(m, 'host'),
    watch: optional(m, 'watch', bool) ?? false,
    named: optional(m, 'named', rights) ?? [],
  }
}

/** Those of the rights in a list that this client knows. */
export function rights(m: Fields, key: string): Right[] {
  return list(m, key, String).filter((right): right is Right =>
    (RIGHTS as readonly string[]).includes(right),
  )
}

export function rules(m: Fields, key: string): Rules {
  const told = map(m, key)
  const audiences = map(told, 'rights')
  return {
    rights: Object.fromEntries(
      RIGHTS.map((right) => [right, optional(audiences, right, text) ?? NO_RULES.rights[right]]),
    ) as Record<Right, Audience>,
    frozen: bool(told, 'frozen'),
    newcomers: text(told, 'newcomers') as NewcomersPolicy,
    capacity: uint(told, 'capacity'),
    namesHidden: bool(told, 'names_hidden'),
    away: text(told, 'away') as AwayPolicy,
    pullLimit: float(told, 'pull_limit'),
  }
}

export function roster(m: Fields): RosterEntry[] {
  return list(m, 'members', (item) => {
    const entry = asFields(item, 'members')
    return { seat: uint(entry, 'seat'), name: text(entry, 'name'), waiting: bool(entry, 'waiting') }
  })
}

export function quality(m: Fields): Map<number, Quality> {
  return new Map(
    list(m, 'members', (item) => {
      const entry = asFields(item, 'members')
      return [
        uint(entry, 'seat'),
        {
          roundTrip: optional(entry, 'round_trip', float) ?? null,
          skipped: uint(entry, 'skipped'),
          silent: float(entry, 'silent'),
        },
      ]
    }),
  )
}
