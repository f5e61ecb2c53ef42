import { text } from '../../i18n'
import type { Ending } from '../../net/close_codes'
import { Wordmark } from '../common/wordmark'

interface EndingPageProps {
  ending: Ending
  code: string
  /** How long it is of no use to come again. */
  minutes?: number
  onAgain: () => void
}

/** Why this page is no longer in the room, and what can be done about it. */
export function EndingPage({ ending, code, minutes, onAgain }: EndingPageProps) {
  const t = text.endings
  const words = t[ending]
  const explanation = typeof words.text === 'string' ? words.text : words.text(code)
  return (
    <main class="ending" data-ending={ending}>
      <Wordmark />
      <h1>{words.title}</h1>
      <p>{explanation}</p>
      {ending === 'removed' && minutes !== undefined && (
        <p>{t.removedFor(text.desk.duration(minutes))}</p>
      )}
      <div class="choices">
        {'again' in words && (
          <button type="button" class="primary" onClick={onAgain}>
            {words.again}
          </button>
        )}
        <a class="button" href="/">
          {ending === 'no_room' ? t.otherCode : text.room.backToLobby}
        </a>
      </div>
    </main>
  )
}
