import type { Vector } from './vector'

// The shapes that a hanging rope has by theory, through the two ends that it hangs from.
//
//   continuous   y = a cosh((x − x₀)/a) + c          a: horizontal tension ÷ weight per metre
//   discrete     n equal links, the slope of each steeper than the last by 1/h
//                                                    h: horizontal tension ÷ weight of a bead
//   parabola     a deck whose load is even along the span

const POINTS = 96

/** Between two ends: along the ground, and up. */
interface Plane {
  readonly span: number
  readonly rise: number
  at(along: number, up: number): Vector
}

function planeThrough(from: Vector, to: Vector): Plane {
  const span = Math.hypot(to[0] - from[0], to[2] - from[2])
  const [ux, uz] = span > 0 ? [(to[0] - from[0]) / span, (to[2] - from[2]) / span] : [1, 0]
  return {
    span,
    rise: to[1] - from[1],
    at: (along, up) => [from[0] + ux * along, from[1] + up, from[2] + uz * along],
  }
}

function curve(plane: Plane, height: (along: number) => number): number[] {
  const points: number[] = []
  for (let i = 0; i <= POINTS; i++) {
    const along = (plane.span * i) / POINTS
    points.push(...plane.at(along, height(along)))
  }
  return points
}

/** The catenary of parameter `a` (m) between two points, as x, y, z in turn. */
export function catenary(from: Vector, to: Vector, a: number): number[] {
  const plane = planeThrough(from, to)
  const half = plane.span / (2 * a)
  const lowest = plane.span / 2 - a * Math.asinh(plane.rise / (2 * a * Math.sinh(half)))
  const start = Math.cosh(-lowest / a)
  return curve(plane, (along) => a * (Math.cosh((along - lowest) / a) - start))
}

/** The parabola that sags by `sag` (m) below the middle of its chord. */
export function parabola(from: Vector, to: Vector, sag: number): number[] {
  const plane = planeThrough(from, to)
  return curve(plane, (along) => {
    const u = along / plane.span
    return plane.rise * u - 4 * sag * u * (1 - u)
  })
}

/** The polygon of `links` links of `length` m that carry equal beads, hung by the tension `h`. */
export function beadPolygon(from: Vector, to: Vector, links: number, length: number, h: number): number[] {
  const plane = planeThrough(from, to)
  const slope = (link: number, start: number) => (start + link) / h
  const rise = (start: number) => {
    let up = 0
    for (let link = 0; link < links; link++) {
      const s = slope(link, start)
      up += (length * s) / Math.hypot(1, s)
    }
    return up
  }
  // The steeper the first link may climb, the higher the end: halve until it is met.
  let low = -links - links * h
  let high = links * h
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2
    if (rise(middle) < plane.rise) low = middle
    else high = middle
  }
  const points: number[] = [...from]
  let [along, up] = [0, 0]
  for (let link = 0; link < links; link++) {
    const s = slope(link, (low + high) / 2)
    along += length / Math.hypot(1, s)
    up += (length * s) / Math.hypot(1, s)
    points.push(...plane.at(along, up))
  }
  return points
}
