/** Somebody who is here or waits to be let in, as hosts are told: with the real name. */
export interface RosterEntry {
  readonly seat: number
  readonly name: string
  readonly waiting: boolean
}

/** How somebody is connected, as hosts are told. */
export interface Quality {
  /** What their page measured last, ms. */
  readonly roundTrip: number | null
  /** Frames that they missed. */
  readonly skipped: number
  /** How long they have sent nothing, s. */
  readonly silent: number
}
