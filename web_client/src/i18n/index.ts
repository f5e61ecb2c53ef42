import { AS_THE_SERVER_SAYS, type Words } from '../model/words'
import { readViewOptions } from '../model/view_options'
import { de } from './de'
import { en } from './en'
import { firstOffered, keptLanguage } from './language'
import { wordsOf } from './server_words'
import { serverWordsDe } from './server_words_de'

export type Catalogue = typeof en

interface Language {
  readonly text: Catalogue
  readonly words: Words
}

/** The languages by their tags. */
export const languages: Readonly<Record<string, Language>> = {
  en: { text: en, words: AS_THE_SERVER_SAYS },
  de: { text: de, words: wordsOf(serverWordsDe) },
}

// The address comes before what was chosen by hand, and that before the browser's own.
const wanted = [readViewOptions(location.search).locale, keptLanguage(), ...navigator.languages]
const language = firstOffered(wanted, Object.keys(languages)) ?? 'en'

export const { text, words } = languages[language]!
