import { useRef, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { formatMilliseconds } from '../../i18n/format'
import type { Status } from '../../net/connection'
import { useEvery } from '../common/use_model'
import { ConnectionFigures } from './connection_figures'
import { useConductor } from './room_context'

const SLOW_MS = 250
const REFRESH_MS = 1000

type Mood = 'connecting' | 'live' | 'slow' | 'reconnecting' | 'offline' | 'ended'

// One icon for each mood, so that colour is never alone.
const ICONS: Readonly<Record<Mood, string>> = {
  connecting: 'M3 8h.01M8 8h.01M13 8h.01',
  live: 'M3 8.5l3.5 3.5L13 4.5',
  slow: 'M8 4v4.5l3 2M8 1.5a6.5 6.5 0 1 0 .01 0',
  reconnecting: 'M13 8a5 5 0 1 1-1.5-3.5M13 1.5v3.2H9.8',
  offline: 'M3 3l10 10M13 3L3 13',
  ended: 'M4.5 4.5h7v7h-7z',
}

/** How the connection is, in an icon and words; pressed, in figures. */
export function ConnectionPill() {
  const { session } = useConductor()
  const [open, setOpen] = useState(false)
  const pill = useRef<HTMLButtonElement>(null)
  useEvery(REFRESH_MS)
  const { status, roundTrip } = session.connection
  const mood = moodOf(status, roundTrip)
  const said = words(status, mood, roundTrip)
  const close = () => {
    setOpen(false)
    pill.current?.focus()
  }
  return (
    <div class="connection" onKeyDown={(event) => open && event.key === 'Escape' && close()}>
      <button
        ref={pill}
        type="button"
        class={`pill ${mood}`}
        data-mood={mood}
        aria-label={text.connection.pill(said)}
        aria-expanded={open}
        aria-controls="connection-figures"
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={ICONS[mood]} />
        </svg>
        {said}
      </button>
      <span class="unseen" role="status" aria-live="polite">
        {announcement(mood)}
      </span>
      <div id="connection-figures" hidden={!open}>
        {open && <ConnectionFigures onClose={close} />}
      </div>
    </div>
  )
}

function moodOf(status: Status, roundTrip: number | null): Mood {
  switch (status.kind) {
    case 'connecting':
      return 'connecting'
    case 'open':
      return roundTrip !== null && roundTrip > SLOW_MS ? 'slow' : 'live'
    case 'waiting':
      return status.offline ? 'offline' : 'reconnecting'
    case 'ended':
      return 'ended'
  }
}

function words(status: Status, mood: Mood, roundTrip: number | null): string {
  const t = text.connection
  const trip = roundTrip === null ? null : formatMilliseconds(roundTrip)
  switch (mood) {
    case 'live':
      return t.live(trip)
    case 'slow':
      return t.slow(trip ?? '')
    case 'reconnecting':
      return t.reconnecting(status.kind === 'waiting' ? status.attempt : 1)
    default:
      return t[mood]
  }
}

function announcement(mood: Mood): string {
  const t = text.connection
  if (mood === 'live' || mood === 'slow') return t.announceLive
  if (mood === 'reconnecting') return t.announceReconnecting
  return mood === 'offline' ? t.announceOffline : ''
}
