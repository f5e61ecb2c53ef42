import type { Shape } from '../model/member'

/** Outlines of people's marks, for an SVG path within −1 … 1. */
export const SHAPE_PATHS: Readonly<Record<Shape, string>> = {
  circle: 'M-.9 0a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0z',
  square: 'M-.8-.8h1.6v1.6h-1.6z',
  triangle: 'M0-.98L.95.72H-.95z',
  diamond: 'M0-1L.85 0L0 1L-.85 0z',
  hexagon: 'M.5-.87L1 0L.5.87H-.5L-1 0L-.5-.87z',
  star: 'M0-1L.27-.37L.95-.31L.43.14L.59.81L0 .45L-.59.81L-.43.14L-.95-.31L-.27-.37z',
  cross: 'M-.32-.95h.64v.63h.63v.64h-.63v.63h-.64v-.63h-.63v-.64h.63z',
  drop: 'M0-1C.45-.4.75-.05.75.32a.75.7 0 0 1-1.5 0C-.75-.05-.45-.4 0-1z',
}
