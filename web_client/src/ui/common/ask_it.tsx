import { text } from '../../i18n'
import type { Place } from '../../model/place'

/** What the keepers of a network are asked for when it lets no WebSocket pass to `place`. */
export function AskIt({ place }: { place: Place }) {
  const t = text.blocked
  return (
    <section class="ask" aria-labelledby="ask-title">
      <h2 id="ask-title">{t.ask}</h2>
      <p>{t.allow}</p>
      <dl>
        <dt>{t.host}</dt>
        <dd>{place.hostname}</dd>
        <dt>{t.port}</dt>
        <dd>{place.port}</dd>
        <dt>{t.address}</dt>
        <dd>{place.socket}</dd>
      </dl>
      {!(place.encrypted && place.port === '443') && <p>{t.encrypted}</p>}
    </section>
  )
}
