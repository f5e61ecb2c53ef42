import { useEffect } from 'preact/hooks'
import { text } from '../../i18n'
import { formatFigure, formatPercent, formatQuantity } from '../../i18n/format'
import { comparesForces, sidesOf } from '../../model/contrast'
import { EMPTY } from '../../model/drawing'
import { parameterOf } from '../../model/scene'
import { useScenes } from '../common/use_scenes'
import { ParameterControl } from '../room/parameter_control'
import { useConductor } from '../room/room_context'
import { READING_RATE, useMeasures } from '../room/use_measures'

/** The scene that this lens is made for. */
const CONTRAST = 'contrast'
// Beyond this a figure says no more.
const STRETCH_MAX = 10

/** Explicit springs beside constraints: what each costs, and which of them blows up. */
export function ForceLens() {
  const { room } = useConductor()
  const scene = room.state?.scene
  if (scene === undefined) return null
  return comparesForces(scene) ? <Comparison /> : <Offer />
}

function Offer() {
  const { room, session } = useConductor()
  const { scenes } = useScenes()
  const contrast = scenes?.find(({ name }) => name === CONTRAST)
  const t = text.force
  return (
    <>
      <p>{t.needs}</p>
      {contrast === undefined ? (
        scenes && <p class="note">{t.missing}</p>
      ) : room.may('scene') ? (
        <button
          type="button"
          class="primary"
          disabled={!session.live}
          onClick={() => session.command({ type: 'scene', scene: CONTRAST })}
        >
          {text.lenses.open(contrast.title)}
        </button>
      ) : (
        <p class="note">{text.lenses.askHost(contrast.title)}</p>
      )}
    </>
  )
}

function Comparison() {
  const conductor = useConductor()
  const { room, session } = conductor
  const values = useMeasures(READING_RATE)?.values ?? {}
  useEffect(
    () =>
      conductor.put({
        drawing: (positions) => {
          const scene = room.state?.scene
          if (scene === undefined || !comparesForces(scene)) return EMPTY
          const { position, spring } = sidesOf(scene, positions)
          return {
            ...EMPTY,
            labels: [
              { words: text.force.position, at: position.top },
              { words: text.force.spring, at: spring.top },
            ],
          }
        },
      }),
    [conductor, room],
  )
  const t = text.force
  const { scene, burst } = room.state!
  const positions = room.playback.newest?.positions
  const sides = positions && sidesOf(scene, positions)
  const cost = (value: number | undefined) =>
    value === undefined ? text.readouts.unknown : `${formatFigure(value)}\u202fµs`
  const stretch = (value: number) =>
    value > STRETCH_MAX ? t.over(formatPercent(STRETCH_MAX)) : formatPercent(value)
  const stiffness = parameterOf(scene, 'spring')
  return (
    <>
      <table class="contrast">
        <thead>
          <tr>
            <td />
            <th scope="col">{t.position}</th>
            <th scope="col" class="spring">
              {t.spring}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t.cost}</th>
            <td>{cost(values.links_us)}</td>
            <td>{cost(values.springs_us)}</td>
          </tr>
          <tr>
            <th scope="row">{t.stretch}</th>
            <td>{sides ? stretch(sides.position.largestStretch) : text.readouts.unknown}</td>
            <td>{sides ? stretch(sides.spring.largestStretch) : text.readouts.unknown}</td>
          </tr>
        </tbody>
      </table>
      <p role="status">{burst ? t.burst : t.stable(formatQuantity(scene.h, text.units.second))}</p>
      {stiffness && (
        <fieldset disabled={!session.live || !room.may('parameters')}>
          <ParameterControl parameter={stiffness} />
        </fieldset>
      )}
    </>
  )
}
