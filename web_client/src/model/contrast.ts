import type { Scene } from './scene'
import { stretchOf } from './strain'
import { particleAt, type Vector } from './vector'

// A scene in which something made of explicit springs stands beside something made
// of constraints.

export interface Side {
  /** Its pin, or its highest particle: where its name is written. */
  readonly top: Vector
  readonly largestStretch: number
}

export function comparesForces({ springs, rest }: Scene): boolean {
  return springs > 0 && springs < rest.length
}

/** The two sides of a scene that compares them. */
export function sidesOf(scene: Scene, positions: Float32Array): { position: Side; spring: Side } {
  const firstSpring = scene.rest.length - scene.springs
  return {
    position: sideOf(scene, positions, 0, firstSpring),
    spring: sideOf(scene, positions, firstSpring, scene.rest.length),
  }
}

function sideOf(scene: Scene, positions: Float32Array, from: number, to: number): Side {
  const pins = new Set(scene.pins)
  let pinned = false
  let top: Vector = [0, -Infinity, 0]
  let largestStretch = 0
  for (let link = from; link < to; link++) {
    largestStretch = Math.max(largestStretch, Math.abs(stretchOf(scene, positions, link)))
    for (const particle of scene.links.subarray(2 * link, 2 * link + 2)) {
      const at = particleAt(positions, particle)
      const pin = pins.has(particle)
      if (pinned ? pin && at[1] > top[1] : pin || at[1] > top[1]) top = at
      pinned ||= pin
    }
  }
  return { top, largestStretch }
}
