// From which particles each one is predicted: x[a] + x[b] − x[c]. Both sides make
// this table from the links alone; docs/PROTOCOL.md has the rules.

const LOWER_MAX = 8

/** [3 × particles]: where the coordinates of each one's a, b and c begin. Particle 0 has none. */
export function predictorsOf(particles: number, links: Uint32Array): Int32Array {
  const lower = lowerOnes(particles, links)
  const of = new Int32Array(3 * particles)
  for (let i = 1; i < particles; i++) {
    of.set(predictorsOfOne(i, lower).map((one) => 3 * one), 3 * i)
  }
  return of
}

/** For each particle the linked ones with lower numbers, the highest first. */
function lowerOnes(particles: number, links: Uint32Array): number[][] {
  const lower: number[][] = Array.from({ length: particles }, () => [])
  for (let i = 0; i < links.length; i += 2) {
    const high = Math.max(links[i]!, links[i + 1]!)
    const low = Math.min(links[i]!, links[i + 1]!)
    if (high !== low) lower[high]!.push(low)
  }
  return lower.map((ones) => [...new Set(ones)].sort((a, b) => b - a).slice(0, LOWER_MAX))
}

function predictorsOfOne(particle: number, lower: number[][]): [number, number, number] {
  const [a, ...others] = lower[particle]!
  if (a === undefined) return [particle - 1, particle - 1, particle - 1]
  for (const b of others) {
    const common = lower[a]!.find((one) => lower[b]!.includes(one))
    if (common !== undefined) return [a, b, common]
  }
  return [a, a, lower[a]![0] ?? a]
}
