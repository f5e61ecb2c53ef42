import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { hostKey } from '../../net/storage'
import { Qr } from '../common/qr'
import { useConductor } from '../room/room_context'
import { Section } from '../room/section'
import { ConfirmButton } from './confirm_button'
import { useAddresses } from '../common/use_addresses'
import { CopyLink } from './join_section'

/** The way in for hosts, out of sight until it is asked for, and the end of the room. */
export function KeysSection() {
  const { room, session } = useConductor()
  const [origin] = useAddresses()
  const code = room.state?.code ?? ''
  const key = hostKey(code).get()
  const t = text.desk
  return (
    <Section title={t.keysTitle} live className="keys">
      {key === null ? <p class="note">{t.noHostKey}</p> : <HostLink link={`${origin}/r/${code}#host=${key}`} />}
      <ConfirmButton
        label={t.end}
        question={t.endQuestion}
        action={t.endAction}
        onConfirm={() => session.command({ type: 'end' })}
      />
    </Section>
  )
}

function HostLink({ link }: { link: string }) {
  const [shown, setShown] = useState(false)
  const t = text.desk
  return (
    <div class="host-link">
      <button type="button" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? t.hideHostLink : t.showHostLink}
      </button>
      <p class="note">{t.hostLinkWarning}</p>
      {shown && (
        <>
          <Qr value={link} label={t.hostQr} />
          <CopyLink link={link} label={t.hostLink} copy={t.copyLink} />
        </>
      )}
    </div>
  )
}
