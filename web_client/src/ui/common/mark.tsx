import { shapeOf } from '../../model/member'
import { SHAPE_PATHS } from '../../render/shape_paths'

/** A member's shape in their colour. */
export function Mark({ seat, colour }: { seat: number; colour: string }) {
  return (
    <svg class="mark" viewBox="-1.2 -1.2 2.4 2.4" aria-hidden="true">
      <path d={SHAPE_PATHS[shapeOf(seat)]} fill={colour} />
    </svg>
  )
}
