import { text } from '../../i18n'
import { PLOTS, type PlotName } from '../../model/plots'
import { Section } from '../room/section'

interface PlotsSectionProps {
  shown: readonly PlotName[]
  onToggle: (plot: PlotName) => void
}

/** Which plots stand under the play area. */
export function PlotsSection({ shown, onToggle }: PlotsSectionProps) {
  return (
    <Section title={text.plots.title} className="plot-choice">
      {PLOTS.map((plot) => (
        <label key={plot} class="check">
          <input type="checkbox" checked={shown.includes(plot)} onChange={() => onToggle(plot)} />
          {text.plots.names[plot]}
        </label>
      ))}
    </Section>
  )
}
