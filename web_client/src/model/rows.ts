import type { Scene } from './scene'

/** Particles first, first + 1, … last, each linked to the next. */
export interface Row {
  readonly first: number
  readonly last: number
}

/** The ropes of a scene: every longest run of particles in which each is linked to the next. */
export function rowsOf(scene: Scene): Row[] {
  const linked = new Set<number>()
  for (let i = 0; i < scene.links.length; i += 2) {
    const [a, b] = [scene.links[i]!, scene.links[i + 1]!]
    if (Math.abs(a - b) === 1) linked.add(Math.min(a, b))
  }
  const rows: Row[] = []
  for (let first = 0; first < scene.particles; first++) {
    let last = first
    while (linked.has(last)) last++
    if (last > first) rows.push({ first, last })
    first = last
  }
  return rows
}

/** The longest row of a scene, of several equal ones the first. */
export function longestRow(scene: Scene): Row | null {
  const length = ({ first, last }: Row) => last - first
  return rowsOf(scene).reduce<Row | null>(
    (best, row) => (best === null || length(row) > length(best) ? row : best),
    null,
  )
}

/** The longest stretch of a row from one pin to the next: what hangs between two points. */
export function hangingRow(scene: Scene): Row | null {
  const pins = [...scene.pins].sort((a, b) => a - b)
  let best: Row | null = null
  for (const row of rowsOf(scene)) {
    const within = pins.filter((pin) => pin >= row.first && pin <= row.last)
    for (let i = 0; i + 1 < within.length; i++) {
      const found = { first: within[i]!, last: within[i + 1]! }
      const longer = best === null || found.last - found.first > best.last - best.first
      if (longer && found.last - found.first > 1) best = found
    }
  }
  return best
}

/** The rest length of the links of a row, m: their mean. */
export function restOf(scene: Scene, { first, last }: Row): number {
  let sum = 0
  let count = 0
  for (let link = 0; link < scene.rest.length; link++) {
    const [a, b] = [scene.links[2 * link]!, scene.links[2 * link + 1]!]
    const low = Math.min(a, b)
    if (Math.abs(a - b) !== 1 || low < first || low >= last) continue
    sum += scene.rest[link]!
    count++
  }
  return count > 0 ? sum / count : 0
}

// Neither the middle nor a third: no low harmonic has a node here.
const PROBE_SHARE = 0.29

/** The particle whose swings tell most when nobody has chosen one. */
export function defaultProbe(scene: Scene): number {
  const { first, last } = longestRow(scene) ?? { first: 0, last: scene.particles - 1 }
  return first + Math.round(PROBE_SHARE * (last - first))
}
