import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { forOthers, placeOf, type Place } from '../../model/place'
import { AskIt } from '../common/ask_it'
import { Qr } from '../common/qr'
import { Wordmark } from '../common/wordmark'
import {
  onAddress,
  onDownload,
  onDrawing,
  onIsolation,
  onSocket,
  onTrips,
  worst,
  type Answer,
  type Finding,
} from './findings'
import { ItSheet } from './it_sheet'
import { useCheck } from './use_check'
import { LevelMark, type Mood } from './level_mark'
import './check.css'

const ANSWERS: readonly Answer[] = ['untried', 'yes', 'no']

/** Is this network fit for a lesson? */
export function CheckPage() {
  const [here] = useState(() => placeOf(location.origin))
  const { results, again } = useCheck(here)
  const [answer, setAnswer] = useState<Answer>('untried')
  const t = text.check
  useEffect(() => {
    document.title = t.pageTitle
  }, [])
  const { socket, download, named, drawing, finished } = results
  const others = named === null ? null : forOthers(here, named || [])
  const rows: [title: string, finding: Finding | null][] = [
    [t.socket.title, socket && onSocket(socket)],
    [t.trips.title, socket && onTrips(socket)],
    [t.download.title, download && onDownload(download)],
    [t.address.title, named === null ? null : onAddress(here, named || null)],
    [t.webgl.title, finished && onDrawing(drawing)],
  ]
  const isolation = onIsolation(answer, others)
  const found = [...rows.map(([, finding]) => finding), isolation].filter((one) => one !== null)
  const level = worst(found)
  return (
    <>
      <main class="check-page">
        <header>
          <Wordmark />
          <h1>{t.title}</h1>
          <p class="note">{t.hint}</p>
        </header>
        <p class={`verdict ${finished ? level : 'running'}`} role="status" data-level={finished ? level : 'running'}>
          <LevelMark mood={finished ? level : 'running'} />
          {finished ? t.overall[level] : t.running}
        </p>
        <ul class="findings">
          {rows.map(([title, finding]) => (
            <Row key={title} title={title} mood={finding?.level ?? 'running'} finding={finding}>
              {title === t.socket.title && socket?.kind === 'blocked' && <AskIt place={here} />}
            </Row>
          ))}
          <Row title={t.isolation.title} mood={isolation?.level ?? 'todo'} finding={isolation}>
            <PhoneTest place={others} answer={answer} onAnswer={setAnswer} />
          </Row>
        </ul>
        <div class="choices">
          <button type="button" class="primary" disabled={!finished} onClick={() => window.print()}>
            {t.print}
          </button>
          <button type="button" disabled={!finished} onClick={again}>
            {t.again}
          </button>
          <a class="button" href="/">
            {text.room.backToLobby}
          </a>
        </div>
      </main>
      {finished && (
        <ItSheet
          place={others ?? here}
          rows={[...rows, [t.isolation.title, isolation]]}
          date={finished}
        />
      )}
    </>
  )
}

interface RowProps {
  title: string
  mood: Mood
  finding: Finding | null
  children?: ComponentChildren
}

function Row({ title, mood, finding, children }: RowProps) {
  return (
    <li class={mood} data-level={mood}>
      <LevelMark mood={mood} />
      <div>
        <h2>
          {title} <span class="level">{text.check.levels[mood]}</span>
        </h2>
        {finding && <p>{finding.words}</p>}
        {finding?.basis && <p class="note">{finding.basis}</p>}
        {finding?.ask && (
          <p class="ask-line">
            <strong>{text.check.ask}</strong> {finding.ask}
          </p>
        )}
        {children}
      </div>
    </li>
  )
}

interface PhoneTestProps {
  place: Place | null
  answer: Answer
  onAnswer: (answer: Answer) => void
}

/** No page can find out by itself whether other devices get through. */
function PhoneTest({ place, answer, onAnswer }: PhoneTestProps) {
  const t = text.check.isolation
  if (place === null) return <p>{t.noAddress}</p>
  const link = `${place.url}/check`
  return (
    <div class="phone">
      <Qr value={link} label={t.qr} />
      <div>
        <p>
          {t.todo} <a href={link}>{link}</a>
        </p>
        <fieldset>
          <legend>{t.question}</legend>
          {ANSWERS.map((one) => (
            <label key={one}>
              <input type="radio" name="phone" checked={one === answer} onChange={() => onAnswer(one)} />
              {t.answers[one]}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  )
}
