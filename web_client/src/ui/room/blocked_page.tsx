import { text } from '../../i18n'
import { placeOf } from '../../model/place'
import { AskIt } from '../common/ask_it'
import { Wordmark } from '../common/wordmark'

/** This network lets pages through but no WebSocket: what its keepers can change. */
export function BlockedPage({ onAgain }: { onAgain: () => void }) {
  const t = text.blocked
  return (
    <main class="ending" data-ending="blocked">
      <Wordmark />
      <h1>{t.title}</h1>
      <p>{t.text}</p>
      <AskIt place={placeOf(location.origin)} />
      <p>{t.elsewhere}</p>
      <div class="choices">
        <button type="button" class="primary" onClick={onAgain}>
          {t.again}
        </button>
        <a class="button" href="/">
          {text.room.backToLobby}
        </a>
      </div>
    </main>
  )
}
