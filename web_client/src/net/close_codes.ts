/** Why a connection ended for good, as people are told. */
export type Ending =
  | 'elsewhere'
  | 'no_room'
  | 'full'
  | 'misunderstood'
  | 'removed'
  | 'ended'
  | 'closed'
  | 'not_admitted'

export type AfterClose =
  | { readonly kind: 'reconnect'; readonly waitMs: number }
  | { readonly kind: 'end'; readonly ending: Ending }

/**
 * What a refusal without a command means for the visit, if it ends it. The closing
 * that follows says the same, but its code does not always survive the way.
 */
export function endingOfRefusal(code: string): Ending | null {
  switch (code) {
    case 'no_such_room':
      return 'no_room'
    case 'room_full':
      return 'full'
    case 'removed':
      return 'removed'
    case 'room_ended':
      return 'ended'
    case 'room_closed':
      return 'closed'
    case 'not_admitted':
      return 'not_admitted'
    case 'unsupported_version':
    case 'no_encoding':
      return 'misunderstood'
    default:
      return null
  }
}

/** How long a refusal says that it holds; the protocol tells that in its sentence alone. */
export function minutesIn(sentence: string): number | undefined {
  const found = /\b(\d+) minutes?\b/.exec(sentence)
  return found === null ? undefined : Number(found[1])
}

const AT_ONCE: AfterClose = { kind: 'reconnect', waitMs: 0 }

/** What to do after the server, or the network, closed with a code. */
export function afterClose(code: number): AfterClose {
  switch (code) {
    case 1001:
      return { kind: 'reconnect', waitMs: 1000 }
    case 1013:
      return { kind: 'reconnect', waitMs: 4000 }
    case 1003:
    case 1007:
    case 1008:
    case 1009:
    case 4006:
      return { kind: 'end', ending: 'misunderstood' }
    case 4001:
      return { kind: 'end', ending: 'elsewhere' }
    case 4003:
      return { kind: 'end', ending: 'removed' }
    case 4004:
      return { kind: 'end', ending: 'no_room' }
    case 4005:
      return { kind: 'end', ending: 'full' }
    case 4007:
      return { kind: 'end', ending: 'ended' }
    case 4008:
      return { kind: 'end', ending: 'closed' }
    case 4009:
      return { kind: 'end', ending: 'not_admitted' }
    default:
      return AT_ONCE
  }
}
