/** The two halves of friendly names; every pair of them is a name that can be used. */
export interface NameParts {
  readonly first: readonly string[]
  readonly second: readonly string[]
}

/** A name for somebody who gives none, so that nobody has to tell the real one. `chance` is in [0, 1). */
export function friendlyName({ first, second }: NameParts, chance = Math.random()): string {
  const pick = Math.floor(chance * first.length * second.length)
  return `${first[Math.floor(pick / second.length)]} ${second[pick % second.length]}`
}
