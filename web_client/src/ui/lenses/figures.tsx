import type { Look } from '../../model/drawing'

interface FigureRow {
  readonly name: string
  readonly value: string
}

/** Names and values, one below the other. */
export function Figures({ rows }: { rows: readonly FigureRow[] }) {
  return (
    <dl class="readouts">
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A sample of what is drawn, and what it stands for. */
export function Key({ look, name, hint }: { look: Look; name: string; hint?: string }) {
  return (
    <p class="lens-key">
      <svg viewBox="0 0 36 14" class="lens-look" aria-hidden="true">
        {look === 'node' ? (
          <path class="sign node" d="M13 2l10 10M13 12L23 2" />
        ) : look === 'antinode' ? (
          <path class="sign antinode" d="M18 1l6 6-6 6-6-6z" />
        ) : (
          <path class={`line ${look}`} d="M2 7h32" />
        )}
      </svg>
      <span>
        <strong>{name}</strong>
        {hint && <span class="note"> {hint}</span>}
      </span>
    </p>
  )
}
