import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import {
  formatBudget,
  formatInteger,
  formatMeasure,
  formatMilliseconds,
  formatPercent,
  formatQuantity,
  formatSeconds,
} from '../../i18n/format'
import {
  isInSight,
  isOwn,
  OWN_READOUTS,
  readChoice,
  withToggled,
  writeChoice,
  type OwnReadout,
} from '../../model/readouts'
import { parameterOf } from '../../model/scene'
import { summariseStretch } from '../../model/strain'
import { chosenReadouts } from '../../net/storage'
import { useEvery } from '../common/use_model'
import type { Conductor } from './conductor'
import { QualityChoice, QualityNote } from './quality_choice'
import { useConductor } from './room_context'
import { Section } from './section'
import { READING_RATE, useMeasures } from './use_measures'

const REFRESH_MS = 250

/** The world in figures: each member chooses which. */
export function Readouts() {
  const conductor = useConductor()
  const [chosen, setChosen] = useState(() => readChoice(chosenReadouts.get()))
  useEvery(REFRESH_MS)
  const { room } = conductor
  const measured = room.measureKinds.filter(({ name }) => !isOwn(name))
  const asked = measured.some(({ name }) => chosen.has(name))
  const measures = useMeasures(asked ? READING_RATE : 0)
  if (room.state === null) return null

  const toggle = (name: string) => {
    const next = withToggled(chosen, name)
    setChosen(next)
    chosenReadouts.set(writeChoice(next))
  }
  const rows = [
    ...OWN_READOUTS.map((name) => ({
      name: name as string,
      title: TITLES[name],
      value: () => ownValue(conductor, name),
    })),
    ...measured.map((kind) => ({
      name: kind.name,
      title: kind.title,
      value: () => {
        const value = measures?.values[kind.name]
        return value === undefined ? text.readouts.unknown : formatMeasure(kind, value)
      },
    })),
  ]
  const list = (shown: typeof rows) => (
    <ul class="readout-list">
      {shown.map(({ name, title, value }) => (
        <li key={name}>
          <label class="check">
            <input type="checkbox" checked={chosen.has(name)} onChange={() => toggle(name)} />
            {title}
          </label>
          {chosen.has(name) && <output data-readout={name}>{value()}</output>}
        </li>
      ))}
    </ul>
  )
  return (
    <Section title={text.readouts.title}>
      {list(rows.filter(({ name }) => isInSight(name)))}
      <details class="part">
        <summary>{text.readouts.more}</summary>
        {list(rows.filter(({ name }) => !isInSight(name)))}
        <QualityChoice />
      </details>
      <QualityNote />
    </Section>
  )
}

const TITLES: Readonly<Record<OwnReadout, string>> = {
  time: text.readouts.simulatedTime,
  step: text.readouts.step,
  h: text.readouts.h,
  iterations: text.readouts.iterations,
  substeps: text.readouts.substeps,
  stretch_mean: text.readouts.meanStretch,
  stretch_max: text.readouts.largestStretch,
  round_trip: text.readouts.roundTrip,
  drawn: text.readouts.drawn,
  frame_main: text.readouts.frameMain,
  frame_drawing: text.readouts.frameDrawing,
  received: text.readouts.received,
  lost: text.readouts.lost,
}

function ownValue(conductor: Conductor, name: OwnReadout): string {
  const { room, session } = conductor
  const state = room.state!
  const t = text.readouts
  const now = performance.now()
  const setting = (parameter: string) => {
    const value = parameterOf(state.scene, parameter)?.value
    return value === undefined ? t.unknown : formatInteger(value)
  }
  const stretch = (which: 'mean' | 'largest') => {
    const positions = room.playback.newest?.positions
    return positions ? formatPercent(summariseStretch(state.scene, positions)[which]) : t.unknown
  }
  switch (name) {
    case 'time':
      return formatSeconds(room.simulatedTime)
    case 'step':
      return formatInteger(state.step)
    case 'h':
      return formatQuantity(state.scene.h, text.units.second)
    case 'iterations':
    case 'substeps':
      return setting(name)
    case 'stretch_mean':
      return stretch('mean')
    case 'stretch_max':
      return stretch('largest')
    case 'round_trip': {
      const { roundTrip } = session.connection
      return roundTrip === null ? t.unknown : formatMilliseconds(roundTrip)
    }
    case 'drawn':
      return t.perSecond(conductor.drawn.perSecond(now))
    case 'frame_main':
    case 'frame_drawing': {
      const { main, drawing, interval } = conductor.clock.times
      const spent = name === 'frame_main' ? main : drawing
      return t.budget(formatBudget(spent.mean), formatBudget(interval.mean))
    }
    case 'received':
      return t.perSecond(conductor.received.perSecond(now))
    case 'lost':
      return formatInteger(state.lost)
  }
}
