import { text } from '../../i18n'
import { formatByteRate } from '../../i18n/format'
import { bytesPerSecond } from '../../model/line'
import type { Place } from '../../model/place'
import { CLOTH, ROPE, type Finding } from './findings'

interface ItSheetProps {
  place: Place
  rows: readonly (readonly [title: string, finding: Finding | null])[]
  date: Date
}

/** One page for those who look after the network: only seen in print. */
export function ItSheet({ place, rows, date }: ItSheetProps) {
  const t = text.check.sheet
  const [cloth, rope] = [CLOTH, ROPE].map((world) => formatByteRate(bytesPerSecond(world)))
  const facts: [string, string][] = [
    [t.host, place.hostname],
    [t.port, place.port],
    [t.tls, place.encrypted ? t.yes : t.no],
    [t.path, '/ws'],
    [t.socket, place.socket],
    [t.needs, t.needsFigures(cloth!, rope!)],
  ]
  return (
    <article class="it-sheet">
      <h1>{t.title}</h1>
      <p>{t.lead}</p>
      <h2>{t.server}</h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{t.allow}</h2>
      <ul>
        {t.allows(place.hostname, place.port, place.socket).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {!place.encrypted && <li>{t.unencrypted}</li>}
      </ul>
      <h2>{t.results}</h2>
      <table>
        <tbody>
          {rows.map(([title, finding]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td class="result">{text.check.levels[finding?.level ?? 'todo']}</td>
              <td>{finding?.words ?? text.check.isolation.answers.untried}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="origin">
        {t.date}: {date.toLocaleString(text.language)} · {t.browser}: {navigator.userAgent}
      </p>
    </article>
  )
}
