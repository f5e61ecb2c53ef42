import { labelOf, type Member } from './member'
import type { RoomState, Room } from './room'
import type { Right } from './rights'

// What a host's desk shows of the people in a room.

/** A member as hosts see them. */
export interface Person extends Member {
  /** The real name, also where names are hidden. */
  readonly realName: string
}

/** Somebody who waits to be let in. */
export interface Waiter {
  readonly seat: number
  readonly name: string
}

/** Everybody who is here, by seat, so that rows keep their places. */
export function peopleOf(room: Room): Person[] {
  const names = new Map(room.roster.map(({ seat, name }) => [seat, name]))
  const members = room.state?.members ?? []
  return [...members]
    .sort((a, b) => a.seat - b.seat)
    .map((member) => ({
      ...member,
      realName: names.get(member.seat) || labelOf(member, member.seat),
    }))
}

export function waitersOf(room: Room): Waiter[] {
  return room.roster.filter(({ waiting }) => waiting)
}

/** How many of those here are named for a right. */
export function namedFor(state: RoomState, right: Right): number {
  return state.members.filter(({ named }) => named.includes(right)).length
}
