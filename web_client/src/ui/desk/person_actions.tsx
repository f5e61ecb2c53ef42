import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import type { Person } from '../../model/class'
import { fitName } from '../../model/member'
import { RIGHTS } from '../../model/rights'
import { useConductor } from '../room/room_context'
import { ConfirmButton } from './confirm_button'

const MINUTES = [10, 60, 24 * 60]
const MINUTES_DEFAULT = 60

/** What a host can do about one person. */
export function PersonActions({ person, own }: { person: Person; own: boolean }) {
  const { session } = useConductor()
  const { seat, host, watch, named } = person
  const t = text.desk
  const toggle = (type: 'watch' | 'co_host') => (event: { currentTarget: HTMLInputElement }) =>
    session.command({ type, seat, on: event.currentTarget.checked })
  return (
    <div class="person-actions">
      <RenameForm person={person} />
      <label class="check">
        <input type="checkbox" checked={watch} onChange={toggle('watch')} />
        {t.watchOnly}
      </label>
      {!own && (
        <label class="check">
          <input type="checkbox" checked={host} onChange={toggle('co_host')} />
          {t.coHost}
        </label>
      )}
      {!host && (
        <div class="named" role="group" aria-labelledby={`named-${seat}`}>
          <h3 id={`named-${seat}`}>{t.namedRights}</h3>
          {RIGHTS.map((right) => (
            <label key={right} class="check">
              <input
                type="checkbox"
                checked={named.includes(right)}
                onChange={(event) =>
                  session.command({ type: 'permit', right, seat, on: event.currentTarget.checked })
                }
              />
              {t.rights[right]}
            </label>
          ))}
        </div>
      )}
      {!own && <Remove person={person} />}
    </div>
  )
}

function RenameForm({ person }: { person: Person }) {
  const { session } = useConductor()
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('name')
    const name = fitName(String(typed ?? ''))
    if (name && name !== person.realName) {
      session.command({ type: 'rename', name, seat: person.seat })
    }
  }
  return (
    <form class="rename" onSubmit={save}>
      <input
        name="name"
        aria-label={text.desk.nameOf(person.realName)}
        defaultValue={person.realName}
        maxLength={40}
        autocomplete="off"
      />
      <button type="submit">{text.desk.rename}</button>
    </form>
  )
}

/** Removing binds a browser, not a person: the door has to be watched as well. */
function Remove({ person }: { person: Person }) {
  const { room, session } = useConductor()
  const [minutes, setMinutes] = useState(MINUTES_DEFAULT)
  const { seat, realName } = person
  const t = text.desk
  const open = room.state?.rules.newcomers === 'open'
  return (
    <div class="remove">
      <div class="choice">
        <label for={`remove-${seat}`}>{t.removeFor}</label>
        <select
          id={`remove-${seat}`}
          value={minutes}
          onChange={(event) => setMinutes(Number(event.currentTarget.value))}
        >
          {MINUTES.map((option) => (
            <option key={option} value={option}>
              {t.duration(option)}
            </option>
          ))}
        </select>
      </div>
      <p class="note">{t.removeHint}</p>
      {open && (
        <button
          type="button"
          class="quiet"
          onClick={() => session.command({ type: 'newcomers', policy: 'ask' })}
        >
          {t.approveInstead}
        </button>
      )}
      <ConfirmButton
        label={t.remove(realName)}
        question={t.removeQuestion(realName, t.duration(minutes))}
        action={t.removeAction}
        onConfirm={() => session.command({ type: 'remove', seat, minutes })}
      />
    </div>
  )
}
