import { useEffect } from 'preact/hooks'
import { text } from '../../i18n'
import { formatFigure, formatLength, formatMillimetres } from '../../i18n/format'
import { beadPolygon, catenary, parabola } from '../../model/catenary'
import { EMPTY, type Drawing } from '../../model/drawing'
import type { Room } from '../../model/room'
import { hangingRow, restOf } from '../../model/rows'
import { particleAt } from '../../model/vector'
import { useConductor } from '../room/room_context'
import { READING_RATE, useMeasures } from '../room/use_measures'
import { Figures, Key } from './figures'

/** The curve that theory expects over a rope that hangs between two pins. */
export function CatenaryLens() {
  const conductor = useConductor()
  const { room } = conductor
  const values = useMeasures(READING_RATE)?.values
  useEffect(
    () => conductor.put({ drawing: (positions) => curves(room, positions) }),
    [conductor, room],
  )
  const t = text.catenary
  if (values === undefined) return <p class="note">{text.lenses.waiting}</p>
  const { sag, catenary_a: a, catenary_h: h } = values
  const row = (name: string, value: number | undefined, format = formatLength) =>
    value === undefined ? [] : [{ name, value: format(value) }]
  if (a === undefined && values.parabola_sag === undefined) return <p>{t.none}</p>
  return (
    <>
      {a !== undefined && (
        <>
          <Key look="continuous" name={t.continuous} hint={t.continuousHint} />
          <Figures
            rows={[
              ...row(t.error, values.catenary_error, formatMillimetres),
              ...row(t.theorySag, values.catenary_sag),
              ...row(t.a, a),
            ]}
          />
        </>
      )}
      {h !== undefined && (
        <>
          <Key look="discrete" name={t.discrete} hint={t.discreteHint} />
          <Figures
            rows={[
              ...row(t.error, values.catenary_discrete_error, formatMillimetres),
              ...row(t.theorySag, values.catenary_discrete_sag),
              ...row(t.h, h, formatFigure),
            ]}
          />
        </>
      )}
      {values.parabola_sag !== undefined && (
        <>
          <Key look="parabola" name={t.parabola} hint={t.parabolaHint} />
          <Figures
            rows={[
              ...row(t.error, values.parabola_error, formatMillimetres),
              ...row(t.theorySag, values.parabola_sag),
            ]}
          />
        </>
      )}
      <Figures rows={row(t.sag, sag)} />
      <p class="note">{t.still}</p>
    </>
  )
}

function curves({ state, measures }: Room, positions: Float32Array): Drawing {
  const values = measures?.values
  const row = state && hangingRow(state.scene)
  if (!state || !row || !values) return EMPTY
  const from = particleAt(positions, row.first)
  const to = particleAt(positions, row.last)
  const lines: Drawing['lines'][number][] = []
  const { catenary_a: a, catenary_h: h, parabola_sag: sag } = values
  if (a !== undefined && a > 0) lines.push({ look: 'continuous', points: catenary(from, to, a) })
  if (h !== undefined && h > 0) {
    const length = restOf(state.scene, row)
    const points = beadPolygon(from, to, row.last - row.first, length, h)
    lines.push({ look: 'discrete', points })
  }
  if (sag !== undefined) lines.push({ look: 'parabola', points: parabola(from, to, sag) })
  return { ...EMPTY, lines }
}
