import { text } from '../../i18n'
import {
  formatInteger,
  formatMilliseconds,
  formatPercent,
  formatQuantity,
  formatSeconds,
} from '../../i18n/format'
import { parameterOf } from '../../model/scene'
import { summariseStretch } from '../../model/strain'
import { useEvery } from '../common/use_model'
import { useConductor } from './room_context'
import { Section } from './section'

const REFRESH_MS = 250

export function Readouts() {
  const conductor = useConductor()
  useEvery(REFRESH_MS)
  const { room, session } = conductor
  const { state } = room
  if (state === null) return null
  const t = text.readouts
  const now = performance.now()
  const positions = room.playback.newest?.positions
  const stretch = positions && summariseStretch(state.scene, positions)
  const iterations = parameterOf(state.scene, 'iterations')?.value
  const { roundTrip } = session.connection
  const rows: [string, string][] = [
    [t.simulatedTime, formatSeconds(room.simulatedTime)],
    [t.step, formatInteger(state.step)],
    [t.h, formatQuantity(state.scene.h, text.units.second)],
    [t.iterations, iterations === undefined ? t.unknown : formatInteger(iterations)],
    [t.meanStretch, stretch ? formatPercent(stretch.mean) : t.unknown],
    [t.largestStretch, stretch ? formatPercent(stretch.largest) : t.unknown],
    [t.roundTrip, roundTrip === null ? t.unknown : formatMilliseconds(roundTrip)],
    [t.drawn, t.perSecond(conductor.drawn.perSecond(now))],
    [t.received, t.perSecond(conductor.received.perSecond(now))],
  ]
  if (state.lost > 0) rows.push([t.lost, formatInteger(state.lost)])
  return (
    <Section title={t.title}>
      <dl class="readouts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
