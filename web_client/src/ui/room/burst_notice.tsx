import { text } from '../../i18n'
import { useConductor } from './room_context'

/** Over the play area while the springs have blown up and stand still. */
export function BurstNotice() {
  const { room, session } = useConductor()
  const mayReset = room.may('reset')
  const mayChange = room.may('parameters')
  const t = text.burst
  // Ropes of springs beside others are caught by themselves; the rest of the world goes on.
  const scene = room.state?.scene
  const beside = scene !== undefined && scene.springs > 0 && scene.springs < scene.rest.length
  const way = mayReset ? (mayChange ? t.choose : t.reset) : mayChange ? t.change : t.wait
  if (!room.state?.burst) return null
  return (
    <div class="notice">
      <p>{beside ? t.beside : `${t.happened} ${way}`}</p>
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
  )
}
