import { text } from '../../i18n'
import {
  formatBytes,
  formatInteger,
  formatMillimetres,
  formatMilliseconds,
  formatTraffic,
} from '../../i18n/format'
import { useEvery } from '../common/use_model'
import './connection.css'
import { useConductor } from './room_context'

const REFRESH_MS = 1000

/** What the connection carries and how well, for whoever wants to know; it stays while they play. */
export function ConnectionFigures({ onClose }: { onClose: () => void }) {
  const { room, session } = useConductor()
  useEvery(REFRESH_MS)
  const now = performance.now()
  const { traffic, roundTrip } = session.connection
  const { gridStep } = session
  const frames = traffic.framesPerSecond(now)
  const t = text.connection
  const known = (value: number | null, format: (value: number) => string) =>
    value === null ? text.readouts.unknown : format(value)
  const bytes = traffic.bytesPerSecond(now)
  const present: Figures = [
    ['frames', t.frames, t.framesOf(formatInteger(frames), formatInteger(session.rate))],
    ['data', t.data, formatTraffic(bytes)],
    ['frame_size', t.frameSize, known(traffic.bytesPerFrame(now), formatBytes)],
    ['encoding', t.encoding, gridStep === null ? t.plain : t.onGrid(formatMillimetres(gridStep))],
    ['round_trip', t.roundTrip, known(roundTrip, formatMilliseconds)],
    ['behind', t.behind, known(session.behind(now), formatMilliseconds)],
  ]
  const past: Figures = [
    ['late', t.late, formatInteger(room.playback.late)],
    ['dropped', t.dropped, formatInteger(traffic.dropped)],
    ['states', t.states, formatInteger(traffic.statesAsked)],
  ]
  return (
    <section class="connection-figures" aria-label={t.title}>
      <header>
        <h2>{t.title}</h2>
        <button type="button" aria-label={t.close} onClick={onClose}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      </header>
      <FigureList figures={present} />
      {frames === 0 && bytes > 0 && <p class="note">{t.resting}</p>}
      <h3>{t.since}</h3>
      <FigureList figures={past} />
    </section>
  )
}

type Figures = readonly (readonly [name: string, title: string, value: string])[]

function FigureList({ figures }: { figures: Figures }) {
  return (
    <dl>
      {figures.map(([name, title, value]) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd data-figure={name}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
