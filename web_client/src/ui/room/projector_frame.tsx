import { text } from '../../i18n'
import { roomTitle } from '../../i18n/room_title'
import { useAddresses } from '../common/use_addresses'
import { Qr } from '../common/qr'
import { PlayArea } from './play_area'
import './projector.css'
import { useConductor } from './room_context'

/**
 * The room for a whole class to look at: no controls, nothing that only a host should see, and
 * always light, because daylight falls on walls.
 */
export function ProjectorFrame({ code }: { code: string }) {
  const { room } = useConductor()
  const [origin] = useAddresses()
  const link = `${origin}/r/${encodeURIComponent(code)}`
  return (
    <div class="room bare projector">
      <PlayArea timed={false}>
        <Marks />
      </PlayArea>
      <aside class="invitation" aria-label={text.projector.join}>
        <h1>{room.state && roomTitle(code, room.state.scene.name, room.state.title)}</h1>
        <Qr value={link} label={text.projector.qr(link)} />
        <p class="code">{code}</p>
        <p class="address">{origin.replace(/^https?:\/\//, '')}</p>
      </aside>
    </div>
  )
}

/** What everybody should know, to be read from the back row. */
function Marks() {
  const { room, session } = useConductor()
  const { state } = room
  if (state === null) return null
  const t = text.projector
  const marks = [
    ...(session.live ? [] : [t.offline]),
    ...(state.paused ? [t.paused] : state.slow > 1 ? [text.time.slowNow(state.slow)] : []),
    ...(state.rules.frozen ? [t.frozen] : []),
    ...(state.hostAway ? [t.hostAway] : []),
  ]
  return (
    <div class="marks" role="status" aria-live="polite">
      {state.notice && <p class="said">{state.notice}</p>}
      {marks.map((mark) => (
        <p key={mark}>{mark}</p>
      ))}
    </div>
  )
}
