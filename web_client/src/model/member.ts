import type { Right } from './rights'

/** A person's seat in the room. */
export interface Member {
  readonly seat: number
  readonly name: string
  /** `#rrggbb`, chosen by the server. */
  readonly colour: string
  readonly host: boolean
  /** May only watch. */
  readonly watch: boolean
  /** Named for these rights: it counts while a right is for those named. */
  readonly named: readonly Right[]
}

export const SHAPES = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'hexagon',
  'star',
  'cross',
  'drop',
] as const

export type Shape = (typeof SHAPES)[number]

/** Colour alone must not tell people apart, so every seat has a shape as well. */
export function shapeOf(seat: number): Shape {
  return SHAPES[seat % SHAPES.length]!
}

/** What a person is called where others see it: their seat while names are hidden. */
export function labelOf(member: Member | undefined, seat: number): string {
  return member?.name || `#${seat}`
}

const LABEL_CHARACTERS = 18

/** A label for where there is little room. */
export function shortened(label: string): string {
  const characters = [...label]
  if (characters.length <= LABEL_CHARACTERS) return label
  return `${characters.slice(0, LABEL_CHARACTERS - 1).join('').trimEnd()}…`
}

const NAME_BYTES_MAX = 40

/** A typed name made fit for the room. */
export function fitName(typed: string): string {
  return fitText(typed, NAME_BYTES_MAX)
}

/**
 * What was typed as one line of at most so many bytes of UTF-8, without control
 * characters, line separators and marks that change the direction of writing.
 */
export function fitText(typed: string, bytesMax: number): string {
  let fit = ''
  let bytes = 0
  for (const character of typed.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()) {
    bytes += utf8Length(character.codePointAt(0)!)
    if (bytes > bytesMax) break
    fit += character
  }
  return fit.trim()
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
