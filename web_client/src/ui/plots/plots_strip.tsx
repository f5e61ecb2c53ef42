import { useEffect, useRef, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { formatMeasure } from '../../i18n/format'
import { csvOf } from '../../model/csv'
import type { MeasureKind } from '../../model/measures'
import {
  chronicleTable,
  OVER_TIME,
  spectrumTable,
  type PlotName,
} from '../../model/plots'
import type { Room } from '../../model/room'
import { defaultProbe } from '../../model/rows'
import type { LineStyle } from '../../plots/plot'
import { NumberField } from '../common/number_field'
import { download } from '../common/download'
import { useConductor } from '../room/room_context'
import { useMeasures } from '../room/use_measures'
import './plots.css'

const RATE = 30
// Plots are drawn so often at most; a machine without a graphics card has other work.
const DRAW_MS = 100

type Plots = typeof import('../../plots/plot')

interface PlotsStripProps {
  shown: readonly PlotName[]
  onClose: (plot: PlotName) => void
}

/** The plots, below the play area. What draws them is loaded with the first of them. */
export function PlotsStrip({ shown, onClose }: PlotsStripProps) {
  const [plots, setPlots] = useState<Plots | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    import('../../plots/plot').then(
      (loaded) => !gone && setPlots(loaded),
      () => !gone && setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [])
  return (
    <section class="plots" aria-label={text.plots.title}>
      {failed && <p class="note">{text.plots.failed}</p>}
      {plots &&
        shown.map((plot) =>
          plot === 'spectrum' ? (
            <SpectrumFigure key={plot} plots={plots} onClose={() => onClose(plot)} />
          ) : (
            <TimeFigure key={plot} plot={plot} plots={plots} onClose={() => onClose(plot)} />
          ),
        )}
    </section>
  )
}

const LINES: Readonly<Record<keyof typeof OVER_TIME, readonly LineStyle[]>> = {
  energy: [
    { label: text.plots.kinetic, colour: '--plot-a', dash: [7, 4], width: 2 },
    { label: text.plots.potential, colour: '--plot-b', dash: [2, 3], width: 2.5 },
    { label: text.plots.total, colour: '--ink', dash: [], width: 2 },
  ],
  stretch: [
    { label: text.plots.mean, colour: '--plot-a', dash: [], width: 2 },
    { label: text.plots.largest, colour: '--plot-strain', dash: [7, 4], width: 2 },
  ],
}

const UNITS: Readonly<Record<keyof typeof OVER_TIME, { unit: string; factor: number }>> = {
  energy: { unit: text.units.joule, factor: 1 },
  stretch: { unit: text.units.percent, factor: 100 },
}

interface TimeFigureProps {
  plot: keyof typeof OVER_TIME
  plots: Plots
  onClose: () => void
}

function TimeFigure({ plot, plots, onClose }: TimeFigureProps) {
  const { room } = useConductor()
  const measures = useMeasures(RATE)
  const host = useRef<HTMLDivElement>(null)
  const names = OVER_TIME[plot]
  const { unit, factor } = UNITS[plot]
  const title = text.plots.names[plot]
  useEffect(() => {
    const titles = {
      x: `${text.plots.time} (${text.units.second})`,
      y: `${title} (${unit})`,
    }
    const chart = new plots.TimePlot(host.current!, titles, names, LINES[plot], factor)
    chart.draw(room.chronicle)
    const off = atMostEvery(DRAW_MS, room, () => chart.draw(room.chronicle))
    return () => {
      off()
      chart.dispose()
    }
  }, [plots, plot, room])
  const kinds = names.map((name) => kindOf(room, name))
  const figures = kinds.flatMap((kind) => {
    const value = measures?.values[kind.name]
    return value === undefined ? [] : [`${kind.title} ${formatMeasure(kind, value)}`]
  })
  const save = () =>
    download(
      fileName(room, plot),
      csvOf(
        chronicleTable(
          room.chronicle,
          { title: text.plots.time, unit: text.units.second },
          kinds,
        ),
      ),
    )
  return (
    <Frame
      plot={plot}
      lines={LINES[plot]}
      words={figures.length > 0 ? text.plots.now(figures) : text.plots.empty}
      onSave={save}
      onClose={onClose}
    >
      <div ref={host} class="chart" />
    </Frame>
  )
}

const SPECTRUM_LINE: LineStyle = {
  label: text.plots.amplitude,
  colour: '--plot-a',
  dash: [],
  width: 2,
}
const MARK_LINE: LineStyle = {
  label: text.plots.expected,
  colour: '--plot-c',
  dash: [3, 3],
  width: 2,
}
const MILLI = 1000

function SpectrumFigure({ plots, onClose }: { plots: Plots; onClose: () => void }) {
  const { room } = useConductor()
  const host = useRef<HTMLDivElement>(null)
  const scene = room.state?.scene
  const probe = room.probe ?? (scene ? defaultProbe(scene) : 0)
  useMeasures(RATE, probe)
  const spectrum = room.spectrum?.particle === probe ? room.spectrum : null
  useEffect(() => {
    const titles = {
      x: `${text.plots.frequency} (${text.units.hertz})`,
      y: `${text.plots.amplitude} (${text.units.millimetre})`,
    }
    const chart = new plots.SpectrumPlot(host.current!, titles, SPECTRUM_LINE, MARK_LINE.colour)
    const draw = () => room.spectrum && chart.draw(room.spectrum, MILLI)
    draw()
    const off = atMostEvery(DRAW_MS, room, draw)
    return () => {
      off()
      chart.dispose()
    }
  }, [plots, room])
  const t = text.plots
  const save = () => {
    if (spectrum === null) return
    const table = spectrumTable(spectrum, {
      frequency: { title: t.frequency, unit: text.units.hertz },
      amplitude: { title: t.amplitude, unit: text.units.metre },
      expected: { title: t.expected, unit: text.units.hertz },
    })
    download(fileName(room, 'spectrum'), csvOf(table))
  }
  return (
    <Frame
      plot="spectrum"
      lines={spectrum?.expected.length ? [SPECTRUM_LINE, MARK_LINE] : [SPECTRUM_LINE]}
      words={spectrum === null ? t.spectrumLater : `${t.bead} ${probe}`}
      waiting={spectrum === null}
      onSave={save}
      onClose={onClose}
      extra={
        <label class="probe">
          {t.bead}
          <NumberField
            value={probe}
            min={0}
            max={(scene?.particles ?? 1) - 1}
            onNumber={(bead) => room.look(bead)}
          />
        </label>
      }
    >
      <div ref={host} class="chart" />
    </Frame>
  )
}

interface FrameProps {
  plot: PlotName
  lines: readonly LineStyle[]
  /** The picture in words. */
  words: string
  /** There is nothing to see yet; the words say why. */
  waiting?: boolean
  extra?: preact.ComponentChildren
  onSave: () => void
  onClose: () => void
  children: preact.ComponentChildren
}

function Frame({ plot, lines, words, waiting, extra, onSave, onClose, children }: FrameProps) {
  const t = text.plots
  const title = t.names[plot]
  return (
    <figure class="plot" aria-label={title}>
      <figcaption>
        <strong>{title}</strong>
        <span class="legend">
          {lines.map(({ label, colour, dash, width }) => (
            <span key={label}>
              <svg viewBox="0 0 22 8" aria-hidden="true">
                <path
                  d="M1 4h20"
                  style={{ stroke: `var(${colour})`, strokeDasharray: dash.join(' '), strokeWidth: width }}
                />
              </svg>
              {label}
            </span>
          ))}
        </span>
        {extra}
        <button
          type="button"
          class="quiet"
          disabled={waiting}
          aria-label={t.csvOf(title)}
          onClick={onSave}
        >
          {t.csv}
        </button>
        <button type="button" class="close" aria-label={t.close(title)} onClick={onClose}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      </figcaption>
      <div role="img" aria-label={words} class={`picture ${waiting ? 'unfilled' : ''}`}>
        {children}
      </div>
      {waiting && <p class="note waiting">{words}</p>}
    </figure>
  )
}

/** The titles that the server gives; the wire's name for want of a better one. */
function kindOf(room: Room, name: string): MeasureKind {
  return room.measureKinds.find((kind) => kind.name === name) ?? { name, title: name, unit: '' }
}

function fileName(room: Room, plot: PlotName): string {
  return `ropewalk-${room.state?.code ?? ''}-${plot}.csv`
}

/** Have something done after new figures, but no more often than every `ms`. */
function atMostEvery(ms: number, room: Room, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const off = room.measured.on(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      act()
    }, ms)
  })
  return () => {
    off()
    clearTimeout(timer)
  }
}
