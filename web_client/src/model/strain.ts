import type { Scene } from './scene'

/** The stretch at which a link wears the full strain colour. */
export const FULL_TINT_STRETCH = 0.2

export interface StretchSummary {
  readonly mean: number
  readonly largest: number
}

/** How far a link is tinted: 0 at rest or when slack, 1 from 20 % stretch on. */
export function tintOf(stretch: number): number {
  return Math.min(Math.max(stretch / FULL_TINT_STRETCH, 0), 1)
}

/** Relative stretch of one link: 0 at rest length, 0.2 when 20 % longer. */
export function stretchOf(scene: Scene, positions: Float32Array, link: number): number {
  const a = 3 * scene.links[2 * link]!
  const b = 3 * scene.links[2 * link + 1]!
  const length = Math.hypot(
    positions[b]! - positions[a]!,
    positions[b + 1]! - positions[a + 1]!,
    positions[b + 2]! - positions[a + 2]!,
  )
  const rest = scene.rest[link]!
  return rest > 0 ? length / rest - 1 : 0
}

/** Mean and largest of |length ÷ rest length − 1| over the links that have a rest length. */
export function summariseStretch(scene: Scene, positions: Float32Array): StretchSummary {
  let count = 0
  let sum = 0
  let largest = 0
  for (let link = 0; link < scene.rest.length; link++) {
    if (!(scene.rest[link]! > 0)) continue
    const stretch = Math.abs(stretchOf(scene, positions, link))
    count++
    sum += stretch
    largest = Math.max(largest, stretch)
  }
  return { mean: count > 0 ? sum / count : 0, largest }
}
