import { useEffect, useMemo, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { formatInteger, formatMillimetres, formatQuantity } from '../../i18n/format'
import { EMPTY, type Drawing } from '../../model/drawing'
import { Envelope, outlines, type Swing } from '../../model/envelope'
import { defaultProbe, longestRow } from '../../model/rows'
import { parameterOf, type Parameter } from '../../model/scene'
import { magnification } from '../../model/trace'
import { useEvery } from '../common/use_model'
import { ParameterControl } from '../room/parameter_control'
import { useConductor } from '../room/room_context'
import { READING_RATE, useMeasures } from '../room/use_measures'
import { Figures, Key } from './figures'

const REFRESH_MS = 250
const BUTTONS_MAX = 5
const HARMONICS_DIGITS = 3
// How wide a wave is drawn if it is small, in radii of the view.
const SWING_SHARE = 0.16

/** Standing waves: how they are driven, where they stand still and where they swing. */
export function WaveLens({ onSpectrum }: { onSpectrum: () => void }) {
  const conductor = useConductor()
  const { room, session } = conductor
  const scene = room.state?.scene ?? null
  const links = scene?.links
  const row = useMemo(() => scene && longestRow(scene), [links])
  const [swing, setSwing] = useState<Swing | null>(null)
  useMeasures(READING_RATE, scene && (room.probe ?? defaultProbe(scene)))
  useEffect(() => {
    if (row === null) return
    const envelope = new Envelope(row)
    let seen: Swing | null = null
    let drawing: Drawing = EMPTY
    const offFrames = room.framed.on(() => {
      const frame = room.playback.newest!
      envelope.push(frame.time, frame.positions)
    })
    const timer = setInterval(() => {
      seen = envelope.swing()
      drawing = seen ? outlined(seen, factorOf(seen, room.state?.scene.view.radius)) : EMPTY
      setSwing(seen)
    }, REFRESH_MS)
    const takeAway = conductor.put({ drawing: () => drawing })
    return () => {
      offFrames()
      clearInterval(timer)
      takeAway()
    }
  }, [conductor, room, row])
  useEvery(REFRESH_MS)

  const t = text.wave
  if (scene === null) return null
  if (row === null) return <p>{t.none}</p>
  const drive = ['frequency', 'amplitude']
    .map((name) => parameterOf(scene, name))
    .filter((parameter): parameter is Parameter => parameter !== undefined)
  const expected = room.spectrum?.expected ?? []
  const may = session.live && room.may('parameters')
  const frequency = drive.find(({ name }) => name === 'frequency')
  const factor = swing ? factorOf(swing, scene.view.radius) : 1
  const widest = swing ? Math.max(...swing.amplitudes) : 0
  return (
    <>
      {drive.length > 0 ? (
        <fieldset class="drive" disabled={!may} aria-label={t.drive}>
          {drive.map((parameter) => (
            <ParameterControl key={parameter.name} parameter={parameter} />
          ))}
          {!room.may('parameters') && <p class="note">{text.room.notAllowed}</p>}
        </fieldset>
      ) : (
        <p class="note">{t.noDrive}</p>
      )}
      {expected.length > 0 && (
        <div class="harmonics" role="group" aria-label={t.harmonics}>
          {expected.slice(0, BUTTONS_MAX).map((hertz, i) => {
            const figure = formatQuantity(Number(hertz.toPrecision(HARMONICS_DIGITS)), text.units.hertz)
            const driven =
              frequency !== undefined && Math.abs(frequency.value - hertz) < 0.01 * hertz
            return (
              <button
                key={i}
                type="button"
                disabled={!may || frequency === undefined || hertz > frequency.max}
                aria-pressed={driven}
                aria-label={t.driveAt(i + 1, figure)}
                onClick={() =>
                  session.command({ type: 'set', parameter: 'frequency', value: hertz })
                }
              >
                <strong>{t.harmonic(i + 1)}</strong> {figure}
              </button>
            )
          })}
        </div>
      )}
      {room.spectrum === null && <p class="note">{t.later}</p>}
      {room.spectrum !== null && expected.length === 0 && <p class="note">{t.noHarmonics}</p>}
      <Key
        look="envelope"
        name={t.envelope}
        hint={factor > 1 ? t.magnified(formatInteger(factor)) : undefined}
      />
      <Key look="node" name={t.node} />
      <Key look="antinode" name={t.antinode} />
      {swing === null || swing.antinodes.length === 0 ? (
        <p class="note">{t.calm}</p>
      ) : (
        <>
          <p data-nodes={swing.nodes.length} data-antinodes={swing.antinodes.length}>
            {t.found(swing.nodes.length, swing.antinodes.length)}
          </p>
          <Figures rows={[{ name: t.swing, value: formatMillimetres(widest) }]} />
        </>
      )}
      <button type="button" class="quiet" onClick={onSpectrum}>
        {t.spectrum}
      </button>
    </>
  )
}

/** How much small waves are magnified. */
function factorOf({ amplitudes, antinodes }: Swing, radius = 1): number {
  const widest = Math.max(...amplitudes)
  return antinodes.length > 0 ? magnification(widest, SWING_SHARE * radius) : 1
}

function outlined(swing: Swing, factor: number): Drawing {
  const [upper, lower] = outlines(swing, factor)
  const { nodes, antinodes } = swing
  return {
    ...EMPTY,
    lines: [
      { look: 'envelope', points: upper },
      { look: 'envelope', points: lower },
    ],
    marks: [
      ...nodes.map((at) => ({ look: 'node', at }) as const),
      ...antinodes.map((at) => ({ look: 'antinode', at }) as const),
    ],
  }
}
