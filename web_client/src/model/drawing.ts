import type { Vector } from './vector'

// What a lens draws over the scene, in the world's metres.

/** How a figure is to be seen; the style sheet gives each its colour and its dashes. */
export type Look =
  | 'continuous'
  | 'discrete'
  | 'parabola'
  | 'envelope'
  | 'node'
  | 'antinode'
  | 'ghost'
  | 'prediction'
  | 'correction'
  | 'gradient'
  | 'velocity'
  | 'label'

export interface Drawing {
  /** Each line runs through its points: x, y, z in turn. */
  readonly lines: readonly { readonly look: Look; readonly points: ArrayLike<number> }[]
  /** Each arrow is six numbers: from and to. */
  readonly arrows: readonly { readonly look: Look; readonly ends: ArrayLike<number> }[]
  readonly marks: readonly { readonly look: Look; readonly at: Vector }[]
  readonly labels: readonly { readonly words: string; readonly at: Vector }[]
}

export const EMPTY: Drawing = { lines: [], arrows: [], marks: [], labels: [] }
