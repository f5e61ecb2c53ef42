/** What the address of a page asks for beyond the page itself; the rest of it is ignored. */
export interface ViewOptions {
  /** `projector`: to be looked at by a whole class, without controls. */
  readonly view: 'room' | 'projector'
  /** The page is a frame in another one. */
  readonly embed: boolean
  /** A language tag to be preferred to the browser's own, as it was typed. */
  readonly locale: string | null
  /** The scene to be offered for a new room, and values for its parameters. */
  readonly scene: string | null
  readonly parameters: Readonly<Record<string, number>>
}

const OPTIONS = new Set(['view', 'embed', 'locale', 'scene'])

/** Read what follows the question mark in an address. */
export function readViewOptions(search: string): ViewOptions {
  const asked = new URLSearchParams(search)
  const scene = asked.get('scene') || null
  return {
    view: asked.get('view') === 'projector' ? 'projector' : 'room',
    embed: asked.get('embed') === '1',
    locale: asked.get('locale') || null,
    scene,
    parameters: scene === null ? {} : numbers(asked),
  }
}

/** All other options that are numbers. Which of them a scene knows, the scene has to say. */
function numbers(asked: URLSearchParams): Record<string, number> {
  const found: [string, number][] = []
  for (const [name, typed] of asked) {
    const value = Number(typed)
    if (OPTIONS.has(name) || typed.trim() === '' || !Number.isFinite(value)) continue
    found.push([name, value])
  }
  return Object.fromEntries(found)
}
