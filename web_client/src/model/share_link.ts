/** What a link to a room says besides the room. */
export interface ShareOptions {
  readonly view: 'room' | 'projector' | 'embed'
  /** A language tag; null: each browser's own. */
  readonly locale: string | null
}

/** A link that leads into a room. It never holds a secret. */
export function shareLink(origin: string, code: string, { view, locale }: ShareOptions): string {
  const link = new URL(`/r/${encodeURIComponent(code)}`, origin)
  if (view === 'projector') link.searchParams.set('view', 'projector')
  if (view === 'embed') link.searchParams.set('embed', '1')
  if (locale !== null) link.searchParams.set('locale', locale)
  return link.href
}
