import type { RefObject } from 'preact'
import { text } from '../../i18n'
import type { PlotName } from '../../model/plots'
import { CatenaryLens } from './catenary_lens'
import { ForceLens } from './force_lens'
import { SolverLens } from './solver_lens'
import { WaveLens } from './wave_lens'
import './lenses.css'

export const LENSES = ['catenary', 'wave', 'force', 'solver'] as const
export type LensName = (typeof LENSES)[number]

interface LensCardProps {
  lens: LensName
  card: RefObject<HTMLElement>
  onClose: () => void
  onPlot: (plot: PlotName) => void
}

/** What a lens says and offers, over the corner of the play area. */
export function LensCard({ lens, card, onClose, onPlot }: LensCardProps) {
  const name = text.lenses.names[lens]
  return (
    <section
      ref={card}
      class="lens-card"
      aria-label={name}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header>
        <h2>{name}</h2>
        <button type="button" class="close" aria-label={text.lenses.close(name)} onClick={onClose}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      </header>
      {lens === 'catenary' && <CatenaryLens />}
      {lens === 'wave' && <WaveLens onSpectrum={() => onPlot('spectrum')} />}
      {lens === 'force' && <ForceLens />}
      {lens === 'solver' && <SolverLens />}
    </section>
  )
}
