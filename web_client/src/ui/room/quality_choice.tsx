import { text } from '../../i18n'
import { formatBudget } from '../../i18n/format'
import { isQuality, QUALITIES } from '../../model/quality'
import { useChanges } from '../common/use_model'
import { useConductor } from './room_context'

/** How much is drawn: what the machine can follow, unless this member knows better. */
export function QualityChoice() {
  const conductor = useConductor()
  useChanges(conductor.looksChanged)
  const { wantedQuality, automaticQuality, quality } = conductor
  const { names, title, automatic } = text.quality
  const choose = (name: string) => {
    conductor.wantedQuality = isQuality(name) ? name : null
  }
  return (
    <label class="choice">
      {title}
      <select
        value={wantedQuality ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        data-quality={quality}
      >
        <option value="">{automatic(names[automaticQuality])}</option>
        {QUALITIES.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Says that less is drawn than could be, and what a picture takes. */
export function QualityNote() {
  const conductor = useConductor()
  useChanges(conductor.looksChanged)
  const { wantedQuality, quality, clock } = conductor
  if (wantedQuality !== null || quality === 'full') return null
  return (
    <p class="note lighter">
      {text.quality.lighter(text.quality.names[quality], formatBudget(clock.times.interval.mean))}
    </p>
  )
}
