import { text } from '../../i18n'
import { Wordmark } from '../common/wordmark'
import { ConnectionPill } from './connection_pill'
import { useConductor } from './room_context'

/** A host has to let this newcomer in; the room appears by itself then. */
export function WaitingPage() {
  const { session } = useConductor()
  const t = text.waiting
  return (
    <main class="ending" data-ending="waiting">
      <Wordmark />
      <h1>{t.title}</h1>
      <p role="status">{t.text}</p>
      {session.connection.status.kind === 'waiting' && <ConnectionPill />}
      <div class="choices">
        <a class="button" href="/">
          {text.room.backToLobby}
        </a>
      </div>
    </main>
  )
}
