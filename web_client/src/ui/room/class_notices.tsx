import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { useConductor } from './room_context'

// Why this member may not do what others may, or all of a sudden cannot: everyone
// is told, and for as long as it holds.

/** What a host says to all. Whoever has read it can put it away; the next one is shown again. */
export function BroadcastNotice() {
  const { room } = useConductor()
  const [read, setRead] = useState<string | null>(null)
  const message = room.state?.notice ?? null
  // The same words after another message, or after none, are said anew.
  if (read !== null && message !== read) setRead(null)
  if (message === null || message === read) return null
  return (
    <div class="notice broadcast" data-notice="broadcast">
      <p>
        <span class="from">{text.notices.fromHost}</span> {message}
      </p>
      <button type="button" class="plain" onClick={() => setRead(message)}>
        {text.notices.dismiss}
      </button>
    </div>
  )
}

/** What the room's rules keep this member from just now; the first that applies. */
export function RuleNotice() {
  const { room } = useConductor()
  const kind = ruleNotice(room)
  if (kind === null) return null
  return (
    <div class="notice rule" data-notice={kind}>
      <p>{text.notices[kind]}</p>
    </div>
  )
}

function ruleNotice({ state, self }: ReturnType<typeof useConductor>['room']) {
  if (state === null || self === null) return null
  if (state.hostAway) return state.rules.away === 'freeze' ? 'awayFrozen' : 'away'
  if (self.host) return state.rules.frozen ? 'youFroze' : null
  if (self.watch) return 'watch'
  return state.rules.frozen ? 'frozen' : null
}

/** A mark in the corner while time runs slower than it should. */
export function SlowMark() {
  const { room } = useConductor()
  const slow = room.state?.slow ?? 1
  if (slow <= 1) return null
  return (
    <p class="slow-mark" data-notice="slow">
      {text.time.slowNow(slow)}
    </p>
  )
}
