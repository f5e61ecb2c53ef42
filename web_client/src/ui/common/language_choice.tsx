import { languages, text } from '../../i18n'
import { keepLanguage } from '../../i18n/language'

/** The languages, each by its own name. The page is loaded anew in the one chosen. */
export function LanguageChoice() {
  return (
    <label class="language-choice">
      <select
        value={text.language}
        aria-label={text.languageChoice}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {Object.entries(languages).map(([tag, language]) => (
          <option key={tag} value={tag} lang={tag}>
            {language.text.languageName}
          </option>
        ))}
      </select>
    </label>
  )
}

function choose(tag: string): void {
  keepLanguage(tag)
  // Where nothing can be kept, and before an older wish there, the address says it.
  const address = new URL(location.href)
  address.searchParams.set('locale', tag)
  location.replace(address)
}
