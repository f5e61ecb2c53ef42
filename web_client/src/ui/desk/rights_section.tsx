import { useId, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { namedFor } from '../../model/class'
import { RIGHTS, type Right } from '../../model/rights'
import type { Audience } from '../../model/rules'
import { useConductor } from '../room/room_context'
import { Section } from '../room/section'
import { Choices } from './choices'

const AUDIENCES: readonly Audience[] = ['everyone', 'named', 'hosts']

/** Who may do what, and what they may while no host is here. */
export function RightsSection() {
  const { room, session } = useConductor()
  const { state } = room
  if (state === null) return null
  const t = text.desk
  return (
    <Section title={t.rightsTitle} live className="rights">
      {RIGHTS.map((right) => (
        <RightRow key={right} right={right} />
      ))}
      <p class="note">{t.namedHint}</p>
      <DrawForm />
      <h2 class="part">{t.away}</h2>
      <Choices
        label={t.away}
        value={state.rules.away}
        options={[
          ['carry_on', t.awayPolicies.carry_on],
          ['freeze', t.awayPolicies.freeze],
        ]}
        onChoose={(policy) => session.command({ type: 'away', policy })}
      />
      <p class="note">{t.awayHints[state.rules.away]}</p>
    </Section>
  )
}

function RightRow({ right }: { right: Right }) {
  const { room, session } = useConductor()
  const id = useId()
  const state = room.state!
  const audience = state.rules.rights[right]
  const t = text.desk
  const words = (option: Audience) =>
    option === 'named' && audience === 'named'
      ? t.namedOf(namedFor(state, right))
      : t.audiences[option]
  return (
    <div class="choice">
      <label for={id}>{t.rights[right]}</label>
      <select
        id={id}
        value={audience}
        onChange={(event) =>
          session.command({ type: 'allow', right, to: event.currentTarget.value as Audience })
        }
      >
        {AUDIENCES.map((option) => (
          <option key={option} value={option}>
            {words(option)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Turns: the lot names some of the class to grab, those first on whom it fell least often. */
function DrawForm() {
  const { session } = useConductor()
  const [count, setCount] = useState(2)
  const draw = (event: SubmitEvent) => {
    event.preventDefault()
    session.command({ type: 'draw', right: 'grab', count })
  }
  const t = text.desk
  return (
    <form class="draw" onSubmit={draw}>
      <label>
        <span>{t.draw}</span>
        <input
          type="number"
          min={1}
          max={1000}
          required
          value={count}
          onInput={(event) => setCount(event.currentTarget.valueAsNumber || 1)}
        />
      </label>
      <button type="submit">{t.drawAction}</button>
    </form>
  )
}
