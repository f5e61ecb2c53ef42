/** Where an arrow key points, on the screen: y grows downwards. */
export type Direction = 'left' | 'right' | 'up' | 'down'

export const UNIT: Readonly<Record<Direction, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

// What lies further aside than this many times its distance ahead is not in that direction.
const ASIDE_MAX = 2
// Closer ones count as the same place: going there would not be seen.
const APART_PX = 1

/**
 * The nearest point in a direction from one of them, where being off to the side
 * counts twice; null if there is none. `points` holds x and y of each, px.
 */
export function neighbour(
  points: ArrayLike<number>,
  from: number,
  direction: Direction,
): number | null {
  const [ux, uy] = UNIT[direction]
  const [x, y] = [points[2 * from]!, points[2 * from + 1]!]
  let best: number | null = null
  let least = Infinity
  for (let i = 0; 2 * i < points.length; i++) {
    const [dx, dy] = [points[2 * i]! - x, points[2 * i + 1]! - y]
    const ahead = dx * ux + dy * uy
    const aside = Math.abs(dx * uy - dy * ux)
    if (ahead < APART_PX || aside > ASIDE_MAX * ahead) continue
    const cost = ahead + 2 * aside
    if (cost < least) {
      best = i
      least = cost
    }
  }
  return best
}

/** The point nearest to a place; null without points. */
export function closest(points: ArrayLike<number>, x: number, y: number): number | null {
  let best: number | null = null
  let least = Infinity
  for (let i = 0; 2 * i < points.length; i++) {
    const square = (points[2 * i]! - x) ** 2 + (points[2 * i + 1]! - y) ** 2
    if (square < least) {
      best = i
      least = square
    }
  }
  return best
}
