import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { text } from '../../i18n'
import {
  formatFigure,
  formatInteger,
  formatLength,
  formatPercent,
  formatQuantity,
} from '../../i18n/format'
import type { Scene } from '../../model/scene'
import {
  displacementsAt,
  drawingAt,
  figuresAt,
  longest,
  magnified,
  momentsOf,
  posed,
  type Correction,
  type Moment,
  type Trace,
} from '../../model/trace'
import { useChanges } from '../common/use_model'
import { useConductor } from '../room/room_context'

// The server shows one step per second to each viewer; a little more than that.
const AGAIN_MS = 1100
const PLAY_MS = 900
const PLAY_SINGLE_MS = 250

/** One step of the room, from the inside, before it is made. */
export function SolverLens() {
  const { room, session } = useConductor()
  // A step in a paused room is seen by its frame.
  useChanges(room.framed)
  const trace = useTrace()
  const t = text.stepper
  if (room.state === null) return null
  const { paused, step, scene } = room.state
  if (!paused) {
    return (
      <>
        <p>{t.paused}</p>
        {room.may('time') ? (
          <button
            type="button"
            class="primary"
            disabled={!session.live}
            onClick={() => session.command({ type: 'pause' })}
          >
            {t.pause}
          </button>
        ) : (
          <p class="note">{t.mayNot}</p>
        )}
      </>
    )
  }
  const fits = trace !== null && trace.positions.length === 3 * scene.particles
  if (!fits || trace.step !== step) return <p class="note">{t.asking}</p>
  return <Stepper key={`${step} ${trace.h}`} trace={trace} scene={scene} />
}

/** The inside of the next step, asked for again whenever another one is next. */
function useTrace(): Trace | null {
  const { room, session } = useConductor()
  const [trace, setTrace] = useState<Trace | null>(null)
  const state = room.state
  const live = session.live && (state?.paused ?? false)
  const askedAt = useRef(-Infinity)
  // Hands that move and gusts that begin while the room is paused change its next step too.
  const targets = JSON.stringify(room.playback.newest?.hands ?? [])
  useEffect(() => session.traced.on(setTrace), [session])
  useEffect(() => {
    setTrace(null)
    if (!live) return
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      askedAt.current = performance.now()
      session.command({ type: 'trace' })
      timer = setTimeout(ask, AGAIN_MS)
    }
    timer = setTimeout(ask, Math.max(askedAt.current + AGAIN_MS - performance.now(), 0))
    const off = session.traced.on(() => clearTimeout(timer))
    return () => {
      clearTimeout(timer)
      off()
    }
    // Another step, another world or other holds and parameters: another step is next.
  }, [session, live, state?.step, state?.scene, state?.holds, targets, room.gusts])
  return trace
}

function Stepper({ trace, scene }: { trace: Trace; scene: Scene }) {
  const conductor = useConductor()
  const { room, session } = conductor
  const id = useId()
  const [single, setSingle] = useState(false)
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(false)
  const moments = useMemo(() => momentsOf(trace, single), [trace, single])
  const scale = useMemo(() => magnified(trace, scene), [trace, scene])
  const place = Math.min(at, moments.length - 1)
  const moment = moments[place]!
  const t = text.stepper

  useEffect(() => {
    const drawing = drawingAt(trace, scene, moment, scale)
    const pose = posed(trace, displacementsAt(trace, moment), scale.motion)
    return conductor.put({ drawing: () => drawing, pose: () => pose })
  }, [conductor, trace, scene, moment, scale])

  const last = moments.length - 1
  useEffect(() => {
    if (!playing) return
    if (place >= last) return setPlaying(false)
    const wait = moment.kind === 'correction' ? PLAY_SINGLE_MS : PLAY_MS
    const timer = setTimeout(() => setAt(place + 1), wait)
    return () => clearTimeout(timer)
  }, [playing, place, last, moment])

  const go = (to: number) => {
    setPlaying(false)
    setAt(Math.min(Math.max(to, 0), last))
  }
  const words = wordsOf(trace, scene, moment)
  return (
    <div class="stepper">
      <div role="status" aria-live={playing ? 'off' : 'polite'}>
        <h3>{words.title}</h3>
        <p>{words.sentence}</p>
      </div>
      <label class="unseen" for={id}>
        {t.place}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={last}
        step={1}
        value={place}
        aria-valuetext={words.title}
        onInput={(event) => go(event.currentTarget.valueAsNumber)}
      />
      <div class="stepper-buttons">
        <button type="button" disabled={place === 0} onClick={() => go(place - 1)}>
          {t.previous}
        </button>
        <button type="button" disabled={place === last} onClick={() => go(place + 1)}>
          {t.next}
        </button>
        <button
          type="button"
          onClick={() => {
            if (!playing && place === last) setAt(0)
            setPlaying(!playing)
          }}
        >
          {playing ? t.stop : t.play}
        </button>
      </div>
      <p class="note place">
        {t.position(place + 1, last + 1)} ·{' '}
        {t.scales(formatInteger(scale.motion), formatInteger(scale.correction))}
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={single}
          onChange={(event) => {
            const wanted = event.currentTarget.checked
            setPlaying(false)
            setSingle(wanted)
            setAt(samePlace(moment, momentsOf(trace, wanted)))
          }}
        />
        {t.single}
      </label>
      {!trace.complete && <p class="note">{t.incomplete}</p>}
      <button
        type="button"
        class="primary"
        disabled={!session.live || !room.may('time')}
        title={room.may('time') ? undefined : text.room.notAllowed}
        onClick={() => session.command({ type: 'step' })}
      >
        {t.doStep}
      </button>
    </div>
  )
}

/** Where the same thing happens when a step is divided otherwise. */
function samePlace(moment: Moment, moments: readonly Moment[]): number {
  const found = moments.findIndex((other) => {
    if ('sweep' in moment && 'sweep' in other) {
      return (
        other.substep === moment.substep &&
        other.sweep === moment.sweep &&
        other.from <= moment.from &&
        moment.from < other.to
      )
    }
    if (moment.kind === 'predicted' && other.kind === 'predicted') {
      return other.substep === moment.substep
    }
    return other.kind === moment.kind
  })
  return Math.max(found, 0)
}

function wordsOf(
  trace: Trace,
  scene: Scene,
  moment: Moment,
): { title: string; sentence: string } {
  const t = text.stepper
  const { error, correction, motion, stretch } = figuresAt(trace, scene, moment)
  const substep =
    'substep' in moment && trace.substeps > 1 ? t.substep(moment.substep + 1, trace.substeps) : ''
  switch (moment.kind) {
    case 'start':
      return {
        title: t.start,
        sentence: t.startText(
          formatInteger(scene.particles),
          formatQuantity(trace.h, text.units.second),
        ),
      }
    case 'predicted':
      return {
        title: t.predicted + substep,
        sentence: t.predictedText(formatLength(motion), formatPercent(stretch)),
      }
    case 'sweep':
      return {
        title: t.sweep(moment.sweep + 1, trace.sweeps) + substep,
        sentence: t.sweepText(
          formatInteger(moment.to - moment.from),
          formatLength(error),
          formatLength(correction),
        ),
      }
    case 'correction':
      return {
        title: t.sweep(moment.sweep + 1, trace.sweeps) + substep,
        sentence: sentenceOf(trace.corrections[moment.from]!, correction),
      }
    case 'final':
      return { title: t.final, sentence: t.finalText(formatLength(motion), formatPercent(stretch)) }
    case 'velocities': {
      const speed = `${formatFigure(longest(trace.velocities))}\u202f${text.units.metresPerSecond}`
      return { title: t.velocities, sentence: t.velocitiesText(speed) }
    }
  }
}

function sentenceOf({ kind, value, terms }: Correction, correction: number): string {
  const t = text.stepper
  if (kind === 'direct') return t.softly
  const particles = t.particles(terms.map(({ particle }) => particle))
  return t.correctionText(
    t.kinds[kind] ?? kind,
    particles,
    errorOf(kind, value),
    formatLength(correction),
  )
}

/** How wrong a constraint was, in words that suit its kind. */
function errorOf(kind: string, value: number): string {
  const t = text.stepper
  const size = Math.abs(value)
  switch (kind) {
    case 'link':
      return value < 0 ? t.tooShort(formatLength(size)) : t.tooLong(formatLength(size))
    case 'volume':
      return t.wrong(`${formatFigure(size)}\u202f${text.units.cubicMetre}`)
    case 'hinge':
      return t.wrong(formatFigure(size))
    default:
      return t.wrong(formatLength(size))
  }
}
