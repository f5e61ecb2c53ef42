import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { fitName, labelOf, type Member } from '../../model/member'
import { Mark } from '../common/mark'
import { useConductor } from './room_context'
import { Section } from './section'

/** Who is here, and what they hold. */
export function PeopleSection() {
  const { room } = useConductor()
  const members = room.state?.members ?? []
  return (
    <Section title={`${text.people.title} · ${members.length}`} className="people">
      <ul>
        {members.map((member) => (
          <PersonRow key={member.seat} member={member} />
        ))}
      </ul>
      <Rename />
    </Section>
  )
}

function PersonRow({ member }: { member: Member }) {
  const { room } = useConductor()
  const { seat, colour, host, watch } = member
  const own = seat === room.self?.seat
  const held = room.state?.holds.filter((hold) => hold.seat === seat) ?? []
  return (
    <li>
      <Mark seat={seat} colour={colour} />
      <span class="name">{(own && room.self?.name) || labelOf(member, seat)}</span>
      {own && <span class="tag">{text.people.you}</span>}
      {host && <span class="tag host">{text.people.host}</span>}
      {watch && <span class="tag">{text.people.watches}</span>}
      {held.length > 0 && (
        <span class="holds">{text.people.holds(held.map((hold) => hold.particle))}</span>
      )}
    </li>
  )
}

function Rename() {
  const { room, session } = useConductor()
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <button type="button" class="quiet" disabled={!session.live} onClick={() => setOpen(true)}>
        {text.people.rename}
      </button>
    )
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('name')
    const name = fitName(String(typed ?? ''))
    if (name && name !== room.self?.name) session.rename(name)
    setOpen(false)
  }
  return (
    <form class="rename" onSubmit={save}>
      <input
        name="name"
        aria-label={text.people.nameLabel}
        defaultValue={room.self?.name ?? ''}
        maxLength={40}
        autocomplete="off"
        ref={(field) => field?.focus()}
      />
      <button type="submit">{text.people.save}</button>
    </form>
  )
}
