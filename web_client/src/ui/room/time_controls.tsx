import { text } from '../../i18n'
import { useConductor } from './room_context'

/** What Slow is. */
const SLOW = 4

/** Play or pause, one step, slow motion, and reset: over the lower edge of the play area. */
export function TimeControls() {
  const { room, session } = useConductor()
  const slow = room.state?.slow ?? 1
  const paused = room.state?.paused ?? false
  const timeOff = !session.live || !room.may('time')
  const resetOff = !session.live || !room.may('reset')
  const t = text.time
  const why = (right: 'time' | 'reset', name: string) =>
    room.self && !room.may(right) ? `${name}: ${text.room.notAllowed}` : name
  return (
    <>
      <div class="time" role="group" aria-label={t.label}>
        <button
          type="button"
          class="round large"
          disabled={timeOff}
          aria-label={paused ? t.play : t.pause}
          title={why('time', paused ? t.play : t.pause)}
          onClick={() => session.command({ type: paused ? 'resume' : 'pause' })}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={paused ? 'M8 5v14l11-7z' : 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z'} />
          </svg>
        </button>
        <button
          type="button"
          class="round"
          disabled={timeOff || !paused}
          aria-label={t.step}
          title={why('time', paused ? t.step : t.stepOnlyPaused)}
          onClick={() => session.command({ type: 'step' })}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 5h3v14H6zM11 5v14l9-7z" />
          </svg>
        </button>
        <button
          type="button"
          class="round speed"
          disabled={timeOff}
          aria-pressed={slow > 1}
          aria-label={t.slow}
          title={why('time', slow > 1 ? t.slowNow(slow) : t.slow)}
          data-factor={`${slow > 1 ? `1/${slow}` : '1'}×`}
          onClick={() => session.command({ type: 'speed', slow: slow > 1 ? 1 : SLOW })}
        />
      </div>
      <button
        type="button"
        class="round reset"
        disabled={resetOff}
        aria-label={t.reset}
        title={why('reset', t.reset)}
        onClick={() => session.command({ type: 'reset' })}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" class="line">
          <path d="M5 12a7 7 0 1 0 2.3-5.2M5 4v4.5h4.5" />
        </svg>
      </button>
    </>
  )
}
