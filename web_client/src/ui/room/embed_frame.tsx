import { text } from '../../i18n'
import { ConnectionPill } from './connection_pill'
import { PlayArea } from './play_area'
import { useConductor } from './room_context'

/** The room as a part of another page: what moves, and a way to the whole of it. */
export function EmbedFrame({ code }: { code: string }) {
  const { room } = useConductor()
  return (
    <div class="room bare">
      <PlayArea timed={room.may('time')} />
      <ConnectionPill />
      <a class="embed-mark" href={`/r/${encodeURIComponent(code)}`} target="_blank" rel="noopener">
        <strong>{text.product}</strong> {text.embed.open}
      </a>
    </div>
  )
}
