import { text } from '../../i18n'
import { Section } from '../room/section'
import { LENSES, type LensName } from './lens_card'

const ICONS: Readonly<Record<LensName, string>> = {
  catenary: 'M3 4C7 21 17 21 21 4M3 4h.01M21 4h.01',
  wave: 'M2 12c3-9 6-9 10 0s7 9 10 0M2 12c3 9 6 9 10 0s7-9 10 0',
  force: 'M7 3v3l-3 2 6 2-6 2 6 2-6 2 3 2v3M17 3v18',
  solver: 'M4 19L18 7M18 7h-6M18 7v6M4 19h.01M20 19h.01',
}

interface LensesSectionProps {
  open: LensName | null
  onOpen: (lens: LensName | null) => void
}

/** Ways to look at what moves: at most one is open. */
export function LensesSection({ open, onOpen }: LensesSectionProps) {
  return (
    <Section title={text.lenses.title} className="lenses">
      <div class="lens-buttons">
        {LENSES.map((lens) => (
          <button
            key={lens}
            type="button"
            aria-pressed={lens === open}
            title={text.lenses.hints[lens]}
            onClick={() => onOpen(lens === open ? null : lens)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={ICONS[lens]} />
            </svg>
            {text.lenses.names[lens]}
          </button>
        ))}
      </div>
    </Section>
  )
}
