/** Colours of the scene as sRGB triples, 0 to 1; the page's own stand in its style sheets. */
export type Colour = readonly [r: number, g: number, b: number]

export interface Palette {
  /** The backdrop, in its middle and at its rim. */
  readonly glow: Colour
  readonly rim: Colour
  readonly ground: Colour
  /** A link at rest. */
  readonly link: Colour
  readonly bead: Colour
  readonly pin: Colour
  /** A link at 20 % stretch: kept for strain alone. */
  readonly strain: Colour
  /** Explicit springs. */
  readonly spring: Colour
  readonly cloth: Colour
  /** What stands in the way. */
  readonly obstacle: Colour
  readonly wind: Colour
  /** How dark the shadow on the wall is, 0 to 1. */
  readonly shade: number
}

function rgb(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

export const LIGHT: Palette = {
  glow: rgb('#fdfbf7'),
  rim: rgb('#ece7de'),
  ground: rgb('#dcd4c4'),
  link: rgb('#616c78'),
  bead: rgb('#7d8894'),
  pin: rgb('#2b3138'),
  strain: rgb('#f26a0f'),
  spring: rgb('#0a7fb5'),
  cloth: rgb('#d6dfe7'),
  obstacle: rgb('#c9bda6'),
  wind: rgb('#7fa3bd'),
  shade: 0.13,
}

/** For a wall that daylight falls on: as much contrast as there can be. */
export const BOLD: Palette = {
  glow: rgb('#ffffff'),
  rim: rgb('#ffffff'),
  ground: rgb('#cfcabf'),
  link: rgb('#20262c'),
  bead: rgb('#3d4751'),
  pin: rgb('#000000'),
  strain: rgb('#e85a00'),
  spring: rgb('#005f94'),
  cloth: rgb('#c3ced8'),
  obstacle: rgb('#b09f80'),
  wind: rgb('#4d7f9f'),
  shade: 0.08,
}

export const DARK: Palette = {
  glow: rgb('#232930'),
  rim: rgb('#12161a'),
  ground: rgb('#0f1215'),
  link: rgb('#b3bdc7'),
  bead: rgb('#d3dae1'),
  pin: rgb('#eef2f5'),
  strain: rgb('#ff8126'),
  spring: rgb('#56b4e9'),
  cloth: rgb('#3a4652'),
  obstacle: rgb('#565046'),
  wind: rgb('#7fa9c8'),
  shade: 0.42,
}
