import { text } from '../../i18n'
import { stoppedScale } from '../../model/scale'
import { formatQuantity } from '../../i18n/format'
import { Slider } from '../common/slider'
import { useConductor } from '../room/room_context'
import { Section } from '../room/section'
import { gustTowards, usualDirection } from '../room/wind_section'

// The end of the travel is no limit at all, which the protocol writes as 0.
const PULL_LIMITS = stoppedScale(
  [0.5, 1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 500, 1000, 2000, 0],
  0,
)

/** What a teacher reaches for in the middle of a lesson. */
export function LeadSection() {
  const { room, session } = useConductor()
  const { state } = room
  if (state === null) return null
  const { frozen, pullLimit } = state.rules
  const t = text.desk
  return (
    <Section title={t.leadTitle} live className="lead">
      <button
        type="button"
        class="freeze"
        aria-pressed={frozen}
        onClick={() => session.command({ type: 'freeze', on: !frozen })}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 2v20M3.3 7l17.4 10M3.3 17L20.7 7M12 6l-2.5-2.5M12 6l2.5-2.5M12 18l-2.5 2.5M12 18l2.5 2.5" />
        </svg>
        {frozen ? t.unfreeze : t.freeze}
      </button>
      <p class="note" role="status">
        {frozen ? t.frozenNow : t.freezeHint}
      </p>
      <div class="desk-row">
        <button type="button" onClick={() => session.command({ type: 'release_all' })}>
          {t.releaseAll}
        </button>
        <button
          type="button"
          onClick={() => session.command(gustTowards(usualDirection(state.scene)))}
        >
          {text.wind.gust}
        </button>
        <button
          type="button"
          disabled={!state.canUndo}
          title={state.canUndo ? undefined : t.nothingToUndo}
          onClick={() => session.command({ type: 'undo' })}
        >
          {t.undo}
        </button>
      </div>
      <Slider
        label={t.pullLimit}
        value={pullLimit}
        scale={PULL_LIMITS}
        live={false}
        format={(force) => (force === 0 ? t.noPullLimit : formatQuantity(force, 'N'))}
        onValue={(force) => session.command({ type: 'pull_limit', force })}
      />
      <p class="note">{t.pullLimitHint}</p>
    </Section>
  )
}
