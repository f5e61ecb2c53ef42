import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { formatQuantity } from '../../i18n/format'
import { evenScale } from '../../model/scale'
import { isWoven, type Scene } from '../../model/scene'
import type { Vector } from '../../model/vector'
import type { Command } from '../../net/messages'
import { Slider } from '../common/slider'
import { useConductor } from './room_context'
import { Section } from './section'
import { WindDial, whereTo } from './wind_dial'

const STRENGTH_DEFAULT = 12
const STRENGTHS = evenScale(1, 60, 1)
const DURATION_S = 0.8

export function WindSection() {
  const { room, session } = useConductor()
  const [chosen, setChosen] = useState<number | null>(null)
  const [strength, setStrength] = useState(STRENGTH_DEFAULT)
  const degrees = chosen ?? usualDirection(room.state?.scene)
  const blow = () => session.command(gustTowards(degrees, strength))
  return (
    <Section title={text.wind.title} right="gust" className="wind">
      <div class="wind-row">
        <WindDial degrees={degrees} onTurn={setChosen} />
        <div class="wind-act">
          <button type="button" class="primary" onClick={blow}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M3 9h11a3 3 0 1 0-3-3M3 13h15a3 3 0 1 1-3 3M3 17h7a2.5 2.5 0 1 1-2.5 2.5" />
            </svg>
            {text.wind.gust}
          </button>
          <p class="note" aria-hidden="true">
            {text.wind.blows(whereTo(degrees))}
          </p>
        </div>
      </div>
      <Slider
        label={text.wind.strength}
        value={strength}
        scale={STRENGTHS}
        live
        format={(value) => formatQuantity(value, text.units.metresPerSecondSquared)}
        onValue={setStrength}
      />
    </Section>
  )
}

/** A cloth billows away from the viewer; a rope swings sideways. */
export function usualDirection(scene: Scene | undefined): number {
  return scene !== undefined && isWoven(scene) ? 90 : 0
}

export function gustTowards(degrees: number, strength = STRENGTH_DEFAULT): Command {
  return { type: 'gust', direction: directionOf(degrees), strength, duration: DURATION_S }
}

function directionOf(degrees: number): Vector {
  const angle = (degrees * Math.PI) / 180
  return [Math.cos(angle), 0, -Math.sin(angle)]
}
