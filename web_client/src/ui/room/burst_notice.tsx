import { text } from '../../i18n'
import { useConductor } from './room_context'

/** Over the play area while the springs have blown up and nothing moves. */
export function BurstNotice() {
  const { room, session } = useConductor()
  const mayReset = room.may('reset')
  const mayChange = room.may('parameters')
  const t = text.burst
  const way = mayReset ? (mayChange ? t.choose : t.reset) : mayChange ? t.change : t.wait
  return (
    <div class="notices" role="status" aria-live="polite">
      {room.state?.burst && (
        <div class="notice">
          <p>
            {t.happened} {way}
          </p>
          {mayReset && (
            <button
              type="button"
              disabled={!session.live}
              onClick={() => session.command({ type: 'reset' })}
            >
              {text.time.reset}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
