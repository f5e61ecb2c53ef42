import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Chronicle } from '../model/chronicle'
import type { Spectrum } from '../model/measures'
import { reachOf, WINDOW_S } from '../model/plots'

// Plots over time and over frequency. Lines differ in colour, in dashes and in width,
// so that nobody needs the colours; these come from the style sheet, so that they
// follow light and dark.

/** One line: its name, and the custom property that holds its colour. */
export interface LineStyle {
  readonly label: string
  readonly colour: string
  readonly dash: readonly number[]
  readonly width: number
}

const FONT = '12px system-ui, sans-serif'
const X_AXIS_PX = 30
const Y_AXIS_PX = 64
/** Labels of marks do not overlap. */
const LABEL_PX = 20
/** Swings of less are noise, in what the axis says: a hundredth of it. */
const LEAST_TOP = 0.01
const LABELS_MAX = 6

/** What both kinds of plots have in common. */
abstract class Plot {
  protected readonly chart: uPlot
  private readonly observer: ResizeObserver
  private readonly darkQuery = window.matchMedia('(prefers-color-scheme: dark)')

  constructor(
    protected readonly host: HTMLElement,
    titles: { x: string; y: string },
    lines: readonly LineStyle[],
    more: Partial<uPlot.Options> = {},
  ) {
    const colour = (name: string) => () => getComputedStyle(host).getPropertyValue(name).trim()
    const axis = (label: string, size: number): uPlot.Axis => ({
      label,
      size,
      labelSize: 16,
      gap: 3,
      values: (_, splits) => splits.map((value) => String(Number(value.toPrecision(3)))),
      font: FONT,
      labelFont: FONT,
      stroke: colour('--quiet'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { stroke: colour('--line'), width: 1 },
    })
    this.chart = new uPlot(
      {
        ...this.size(),
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false } },
        axes: [axis(titles.x, X_AXIS_PX), axis(titles.y, Y_AXIS_PX)],
        series: [
          {},
          ...lines.map(({ label, colour: name, dash, width }) => ({
            label,
            stroke: colour(name),
            dash: [...dash],
            width,
            points: { show: false },
          })),
        ],
        ...more,
      },
      [[], ...lines.map(() => [])],
      host,
    )
    this.observer = new ResizeObserver(() => this.chart.setSize(this.size()))
    this.observer.observe(host)
    this.darkQuery.addEventListener('change', this.repaint)
  }

  dispose(): void {
    this.observer.disconnect()
    this.darkQuery.removeEventListener('change', this.repaint)
    this.chart.destroy()
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(this.host.clientWidth, 60), height: Math.max(this.host.clientHeight, 60) }
  }

  private readonly repaint = (): void => this.chart.redraw()
}

/** Measures over simulated time, the latest seconds of them. */
export class TimePlot extends Plot {
  constructor(
    host: HTMLElement,
    titles: { x: string; y: string },
    private readonly names: readonly string[],
    lines: readonly LineStyle[],
    /** What figures are multiplied with: 100 for percent. */
    private readonly factor: number,
  ) {
    super(host, titles, lines)
  }

  draw(chronicle: Chronicle): void {
    const from = chronicle.since(WINDOW_S)
    const columns = this.names.map((name) =>
      chronicle
        .column(name)
        .slice(from)
        .map((value) => (Number.isFinite(value) ? this.factor * value : null)),
    )
    this.chart.setData([chronicle.times.slice(from), ...columns] as uPlot.AlignedData)
  }
}

/** Amplitude over frequency, the expected harmonics as marks. */
export class SpectrumPlot extends Plot {
  private expected: readonly number[] = []

  constructor(host: HTMLElement, titles: { x: string; y: string }, line: LineStyle, mark: string) {
    super(host, titles, [line], {
      scales: {
        x: { time: false },
        y: { range: (_, _least, most) => [0, 1.05 * Math.max(most ?? 0, LEAST_TOP)] },
      },
      hooks: { drawAxes: [(chart) => drawMarks(chart, this.expected ?? [], mark)] },
    })
  }

  /** `factor` turns metres into what the axis says. */
  draw(spectrum: Spectrum, factor: number): void {
    this.expected = spectrum.expected
    const last = Math.ceil(reachOf(spectrum) / spectrum.hz)
    const amplitudes = Array.from(spectrum.amplitudes.subarray(0, last + 1), (m) => factor * m)
    this.chart.setData([amplitudes.map((_, bin) => bin * spectrum.hz), amplitudes])
  }
}

/** Dashed uprights with f₁, f₂ … at their heads. */
function drawMarks(chart: uPlot, expected: readonly number[], colour: string): void {
  const { ctx } = chart
  const { left, top, width, height } = chart.bbox
  const shade = getComputedStyle(chart.root).getPropertyValue(colour).trim()
  ctx.save()
  ctx.strokeStyle = ctx.fillStyle = shade
  ctx.lineWidth = 1.5 * devicePixelRatio
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'top'
  let labelled = -Infinity
  expected.forEach((hertz, i) => {
    const x = chart.valToPos(hertz, 'x', true)
    if (!(x >= left && x <= left + width)) return
    ctx.beginPath()
    ctx.moveTo(x, top)
    ctx.lineTo(x, top + height)
    ctx.stroke()
    if (i < LABELS_MAX && x - labelled >= LABEL_PX * devicePixelRatio) {
      labelled = x
      const digits = [...String(i + 1)].map((digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]).join('')
      ctx.fillText(`f${digits}`, x + 3 * devicePixelRatio, top)
    }
  })
  ctx.restore()
}
