import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { waitersOf } from '../../model/class'
import { copyText } from '../common/copy_text'
import { NumberField } from '../common/number_field'
import { Qr } from '../common/qr'
import { useAddresses } from '../common/use_addresses'
import { useConductor } from '../room/room_context'
import { Section } from '../room/section'
import { Choices } from './choices'
import { ConfirmButton } from './confirm_button'

/** How the class comes in, and who may. */
export function JoinSection() {
  const { room, session } = useConductor()
  const [origin] = useAddresses()
  const { state } = room
  if (state === null) return null
  const { code, rules } = state
  const link = `${origin}/r/${code}`
  const t = text.desk
  return (
    <Section title={t.joinTitle} live className="join-desk">
      <p class="huge-code">
        <span class="unseen">{text.room.code} </span>
        {code}
      </p>
      <div class="join-ways">
        <Qr value={link} label={t.joinQr} />
        <div>
          <CopyLink link={link} label={text.share.label} copy={t.copyLink} />
        </div>
      </div>
      <Choices
        label={t.newcomers}
        value={rules.newcomers}
        options={[
          ['open', t.policies.open],
          ['ask', t.policies.ask],
          ['closed', t.policies.closed],
        ]}
        onChoose={(policy) => session.command({ type: 'newcomers', policy })}
      />
      <p class="note">{t.policyHints[rules.newcomers]}</p>
      <Capacity />
      <ConfirmButton
        label={t.newCode}
        question={t.newCodeQuestion}
        action={t.newCodeAction}
        className="quiet"
        onConfirm={() => session.command({ type: 'new_code' })}
      />
    </Section>
  )
}

interface CopyLinkProps {
  link: string
  label: string
  copy: string
}

export function CopyLink({ link, label, copy }: CopyLinkProps) {
  const [hint, setHint] = useState<string | null>(null)
  const press = async (event: MouseEvent) => {
    const row = (event.currentTarget as HTMLElement).parentElement!
    const copied = await copyText(row.querySelector('input')!)
    setHint(copied ? text.share.copied : text.share.selected)
  }
  return (
    <>
      <div class="share-row">
        <input
          readOnly
          aria-label={label}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" onClick={press}>
          {copy}
        </button>
      </div>
      <p class="note" role="status">
        {hint}
      </p>
    </>
  )
}

function Capacity() {
  const { room, session } = useConductor()
  const { state, self } = room
  if (state === null) return null
  const { capacity } = state.rules
  return (
    <label class="capacity">
      <span>{text.desk.capacity(state.members.length)}</span>
      <NumberField
        value={capacity}
        min={1}
        max={self?.capacityMax ?? undefined}
        label={text.desk.capacityLabel}
        onNumber={(viewers) => session.command({ type: 'capacity', viewers })}
      />
    </label>
  )
}

/** Those who ask to be let in: above everything else, because they stand at the door. */
export function WaitingList() {
  const { room, session } = useConductor()
  const waiters = waitersOf(room)
  const admit = (seat: number, on: boolean) => session.command({ type: 'admit', seat, on })
  const t = text.desk
  return (
    <div role="status" aria-live="polite">
      {waiters.length > 0 && (
        <section class="waiters" aria-label={t.waiting(waiters.length)}>
          <h2>{t.waiting(waiters.length)}</h2>
          <ul>
            {waiters.map(({ seat, name }) => (
              <li key={seat}>
                <span class="name">{name}</span>
                <button type="button" aria-label={t.refuseOne(name)} onClick={() => admit(seat, false)}>
                  {t.refuse}
                </button>
                <button
                  type="button"
                  class="primary"
                  aria-label={t.admitOne(name)}
                  onClick={() => admit(seat, true)}
                >
                  {t.admit}
                </button>
              </li>
            ))}
          </ul>
          {waiters.length > 1 && (
            <button type="button" onClick={() => waiters.forEach(({ seat }) => admit(seat, true))}>
              {t.admitAll}
            </button>
          )}
        </section>
      )}
    </div>
  )
}
