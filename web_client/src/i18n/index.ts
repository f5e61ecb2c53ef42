import { en } from './en'

export type Catalogue = typeof en

/** The catalogues, by language tag. English is complete and the fallback. */
const catalogues: Readonly<Record<string, Catalogue>> = { en }

function chosen(languages: readonly string[]): Catalogue {
  for (const language of languages) {
    const catalogue = catalogues[language] ?? catalogues[language.split('-')[0]!]
    if (catalogue) return catalogue
  }
  return en
}

export const text: Catalogue = chosen(navigator.languages)
