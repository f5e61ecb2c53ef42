import { NoBlending } from 'three'

// Links and beads are rounded in the shader, which tells how much of a pixel they cover.

/** That many of the samples of a pixel: right whatever is drawn first. */
export const SMOOTH_EDGES = { blending: NoBlending, alphaToCoverage: true } as const

/** Without several samples for a pixel, edges are blended with what was drawn before. */
export const BLENDED_EDGES = { transparent: true } as const
