// Where marks and labels of hands stand, so that as few as can be lie over each
// other. Cheap rather than perfect: one after the other takes the first free place.

export interface Point {
  readonly x: number
  readonly y: number
}

/** Where a label stands as seen from its mark. */
export type Side = 'right' | 'left' | 'below' | 'above'

export interface Label extends Point {
  readonly side: Side
}

const SIDES: readonly Side[] = ['right', 'left', 'below', 'above']
// Marks closer than this hide each other, px.
const APART_PX = 20
const TRIES = 6
const GAP_PX = 15
const LINE_PX = 18
const MARK_PX = 10

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Marks that would hide an earlier one move beside it. */
export function spread(points: readonly Point[]): Point[] {
  const placed: Point[] = []
  for (const point of points) placed.push(freeSpot(point, placed))
  return placed
}

function freeSpot(point: Point, placed: readonly Point[]): Point {
  const free = (spot: Point) =>
    placed.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) >= APART_PX - 1e-6)
  for (let ring = 0; ring <= 2; ring++) {
    for (let i = 0; i < (ring === 0 ? 1 : TRIES * ring); i++) {
      const angle = (2 * Math.PI * i) / (TRIES * Math.max(ring, 1)) + Math.PI / 6
      const spot = {
        x: point.x + ring * APART_PX * Math.cos(angle),
        y: point.y + ring * APART_PX * Math.sin(angle),
      }
      if (free(spot)) return spot
    }
  }
  return point
}

/**
 * Labels beside their marks, inside the area of `width` × `height`. `before` holds
 * the sides of the picture before: a label stays where it is as long as it can.
 */
export function placeLabels(
  marks: readonly Point[],
  widths: readonly number[],
  before: readonly (Side | undefined)[],
  area: { width: number; height: number },
): Label[] {
  const taken = marks.map(({ x, y }) => around(x, y, MARK_PX, MARK_PX))
  return marks.map((mark, i) => {
    const width = widths[i]!
    const first = before[i]
    const sides = first === undefined ? SIDES : [first, ...SIDES.filter((side) => side !== first)]
    const inside = sides.filter((side) => fits(boxOf(mark, width, side), area))
    const side =
      inside.find((one) => isFree(boxOf(mark, width, one), taken, i)) ?? inside[0] ?? 'right'
    const box = boxOf(mark, width, side)
    taken.push(box)
    return { x: box.left, y: (box.top + box.bottom) / 2, side }
  })
}

function isFree(box: Box, taken: readonly Box[], own: number): boolean {
  return taken.every((other, i) => i === own || !overlap(box, other))
}

function boxOf({ x, y }: Point, width: number, side: Side): Box {
  const half = width / 2
  switch (side) {
    case 'right':
      return around(x + GAP_PX + half, y, half, LINE_PX / 2)
    case 'left':
      return around(x - GAP_PX - half, y, half, LINE_PX / 2)
    case 'below':
      return around(x, y + GAP_PX + 5, half, LINE_PX / 2)
    case 'above':
      return around(x, y - GAP_PX - 5, half, LINE_PX / 2)
  }
}

function around(x: number, y: number, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function fits(box: Box, area: { width: number; height: number }): boolean {
  return box.left >= 0 && box.right <= area.width && box.top >= 0 && box.bottom <= area.height
}
