import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { formatMilliseconds, formatSeconds } from '../../i18n/format'
import { peopleOf, type Person } from '../../model/class'
import { Mark } from '../common/mark'
import { useConductor } from '../room/room_context'
import { Section } from '../room/section'
import { PersonActions } from './person_actions'

/** From here on a page's silence is worth a word. */
const SILENT_S = 4

/** Everybody who is here, as only hosts see them. */
export function RosterSection() {
  const { room, session } = useConductor()
  const [opened, setOpened] = useState<number | null>(null)
  const people = peopleOf(room)
  const t = text.desk
  return (
    <Section title={`${text.people.title} · ${people.length}`} live className="roster">
      <label class="check">
        <input
          type="checkbox"
          checked={room.state?.rules.namesHidden ?? false}
          onChange={(event) =>
            session.command({ type: 'names', hidden: event.currentTarget.checked })
          }
        />
        {t.hideNames}
      </label>
      <ul>
        {people.map((person) => (
          <RosterRow
            key={person.seat}
            person={person}
            open={opened === person.seat}
            onToggle={() => setOpened(opened === person.seat ? null : person.seat)}
          />
        ))}
      </ul>
    </Section>
  )
}

interface RosterRowProps {
  person: Person
  open: boolean
  onToggle: () => void
}

function RosterRow({ person, open, onToggle }: RosterRowProps) {
  const { room } = useConductor()
  const { seat, colour, realName, host, watch, named } = person
  const own = seat === room.self?.seat
  const hidden = room.state?.rules.namesHidden
  const id = `person-${seat}`
  const t = text.desk
  const quality = room.quality.get(seat)
  const held = room.state?.holds.filter((hold) => hold.seat === seat) ?? []
  const silent = quality !== undefined && quality.silent >= SILENT_S
  const trip = quality && quality.roundTrip !== null && !silent && formatMilliseconds(quality.roundTrip)
  const line = [
    held.length > 0 && text.people.holds(held.map(({ particle }) => particle)),
    named.length > 0 && t.namedTag(named.map((right) => t.rights[right])),
    silent && t.silent(formatSeconds(quality.silent)),
    quality && quality.skipped > 0 && t.skipped(quality.skipped),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <li data-seat={seat}>
      <div class="person">
        <Mark seat={seat} colour={colour} />
        <span class="name">{realName}</span>
        {hidden && <span class="note">#{seat}</span>}
        {own && <span class="tag">{text.people.you}</span>}
        {host && <span class="tag host">{text.people.host}</span>}
        {watch && <span class="tag">{text.people.watches}</span>}
        <span class="note trip">{trip}</span>
        <button
          type="button"
          class="more"
          aria-expanded={open}
          aria-controls={id}
          aria-label={t.actionsFor(realName)}
          onClick={onToggle}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={open ? 'M3.5 10L8 5.5l4.5 4.5' : 'M3.5 6L8 10.5 12.5 6'} />
          </svg>
        </button>
      </div>
      {line && <p class="note line">{line}</p>}
      <div id={id} hidden={!open}>
        {open && <PersonActions person={person} own={own} />}
      </div>
    </li>
  )
}
