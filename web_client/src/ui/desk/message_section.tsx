import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { fitText } from '../../model/member'
import { useConductor } from '../room/room_context'
import { Section } from '../room/section'

const TEXT_BYTES_MAX = 200

/** A sentence over everybody's play area, until it is taken away. */
export function MessageSection() {
  const { room, session } = useConductor()
  const [typed, setTyped] = useState('')
  const notice = room.state?.notice ?? null
  const show = (event: SubmitEvent) => {
    event.preventDefault()
    const said = fitText(typed, TEXT_BYTES_MAX)
    if (said && session.command({ type: 'broadcast', text: said })) setTyped('')
  }
  const t = text.desk
  return (
    <Section title={t.messageTitle} live className="message">
      {notice !== null && (
        <div class="shown">
          <p>{notice}</p>
          <button type="button" onClick={() => session.command({ type: 'broadcast', text: '' })}>
            {t.clearMessage}
          </button>
        </div>
      )}
      <form class="rename" onSubmit={show}>
        <input
          aria-label={t.messageLabel}
          placeholder={t.messagePlaceholder}
          maxLength={TEXT_BYTES_MAX}
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" disabled={typed.trim() === ''}>
          {t.sendMessage}
        </button>
      </form>
    </Section>
  )
}
