const KEY = 'ropewalk.language'

let storage: Storage | null = null
try {
  storage = localStorage
} catch {
  // Blocked, as in many frames: the address and the browser still choose.
}

/** The language that was chosen by hand, if one was. */
export function keptLanguage(): string | null {
  try {
    return storage?.getItem(KEY) ?? null
  } catch {
    return null
  }
}

export function keepLanguage(language: string): void {
  try {
    storage?.setItem(KEY, language)
  } catch {
    // Full or blocked: it holds until the page is left.
  }
}

/** The first of the wanted languages that is offered: `de-AT` is served by `de`. */
export function firstOffered(
  wanted: readonly (string | null)[],
  offered: readonly string[],
): string | null {
  for (const tag of wanted) {
    const asked = tag?.toLowerCase() ?? ''
    const found = [asked, asked.split('-')[0]!].find((candidate) => offered.includes(candidate))
    if (found !== undefined) return found
  }
  return null
}
