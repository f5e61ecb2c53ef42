import { text } from '../../i18n'
import { Wordmark } from '../common/wordmark'

/** This network lets pages through but no WebSocket: what its keepers can change. */
export function BlockedPage({ onAgain }: { onAgain: () => void }) {
  const t = text.blocked
  const { hostname, host, protocol } = location
  const encrypted = protocol === 'https:'
  const port = location.port || (encrypted ? '443' : '80')
  return (
    <main class="ending" data-ending="blocked">
      <Wordmark />
      <h1>{t.title}</h1>
      <p>{t.text}</p>
      <section class="ask" aria-labelledby="ask-title">
        <h2 id="ask-title">{t.ask}</h2>
        <p>{t.allow}</p>
        <dl>
          <dt>{t.host}</dt>
          <dd>{hostname}</dd>
          <dt>{t.port}</dt>
          <dd>{port}</dd>
          <dt>{t.address}</dt>
          <dd>{`${encrypted ? 'wss' : 'ws'}://${host}/ws`}</dd>
        </dl>
        {!(encrypted && port === '443') && <p>{t.encrypted}</p>}
      </section>
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
