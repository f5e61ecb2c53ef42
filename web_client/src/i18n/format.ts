import type { MeasureKind } from '../model/measures'
import { labelOf, type Parameter } from '../model/scene'
import { text } from './index'

const NARROW_SPACE = '\u202f'

const numbers = (digits: number) =>
  new Intl.NumberFormat(text.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
const integer = numbers(0)
const oneDigit = numbers(1)
const threeSignificant = new Intl.NumberFormat(text.language, { maximumSignificantDigits: 3 })

export function formatInteger(value: number): string {
  return integer.format(value)
}

export function formatSeconds(value: number): string {
  return `${oneDigit.format(value)}${NARROW_SPACE}${text.units.second}`
}

export function formatMilliseconds(value: number): string {
  return `${integer.format(value)}${NARROW_SPACE}${text.units.millisecond}`
}

/** Milliseconds of a picture's budget: tenths matter. */
export function formatBudget(value: number): string {
  return `${oneDigit.format(value)}${NARROW_SPACE}${text.units.millisecond}`
}

export function formatPercent(share: number): string {
  return `${oneDigit.format(100 * share)}${NARROW_SPACE}${text.units.percent}`
}

/** A number with its unit; short times as the fraction of a second that they are. */
export function formatQuantity(value: number, unit: string): string {
  const whole = Math.round(1 / value)
  const isFraction =
    unit === text.units.second && value > 0 && value < 0.1 && Math.abs(1 / value - whole) < 0.01
  const figure = isFraction ? `1/${whole}` : threeSignificant.format(value)
  return unit ? `${figure}${NARROW_SPACE}${unit.replace(/^1\//, '/')}` : figure
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
// Rounding noise of sums that should be nothing.
const NOTHING = 1e-9

/** A figure of any size: three digits, and a power of ten where it is very small or large. */
export function formatFigure(value: number): string {
  const size = Math.abs(value)
  if (size < NOTHING) return '0'
  if (size >= 1e-3 && size < 1e6) return threeSignificant.format(value)
  const power = Math.floor(Math.log10(size))
  const digits = [...String(Math.abs(power))].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')
  return `${threeSignificant.format(value / 10 ** power)} × 10${power < 0 ? '⁻' : ''}${digits}`
}

/** A length; small ones in millimetres. */
export function formatLength(metres: number): string {
  const small = Math.abs(metres) < 0.1
  const [figure, unit] = small
    ? [formatFigure(1000 * metres), text.units.millimetre]
    : [formatFigure(metres), text.units.metre]
  return `${figure}${NARROW_SPACE}${unit}`
}

export function formatBytes(bytes: number): string {
  const [figure, unit] =
    bytes < 1000 ? [bytes, text.units.byte] : [bytes / 1000, text.units.kilobyte]
  return `${formatFigure(Number(figure.toPrecision(2)))}${NARROW_SPACE}${unit}`
}

/** How fast bytes come to one page. */
export function formatTraffic(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/${text.units.second}`
}

/** How fast bytes come, as a program says it. */
export function formatByteRate(bytesPerSecond: number): string {
  return `${rough(bytesPerSecond / 1e6)}${NARROW_SPACE}${text.units.megabytesPerSecond}`
}

/** The same as those who look after networks say it. */
export function formatBitRate(bytesPerSecond: number): string {
  return `${rough((8 * bytesPerSecond) / 1e6)}${NARROW_SPACE}${text.units.megabitsPerSecond}`
}

/** Two digits: no line is steadier than that. */
function rough(value: number): string {
  return threeSignificant.format(Number(value.toPrecision(2)))
}

export function formatMillimetres(metres: number): string {
  return `${formatFigure(1000 * metres)}${NARROW_SPACE}${text.units.millimetre}`
}

/** What was measured, with its unit. */
export function formatMeasure({ name, unit }: MeasureKind, value: number): string {
  if (name.startsWith('stretch')) return formatPercent(value)
  if (unit === text.units.metre) return formatLength(value)
  return unit ? `${formatFigure(value)}${NARROW_SPACE}${unit}` : formatFigure(value)
}

export function formatParameter(parameter: Parameter, value: number): string {
  if (parameter.kind === 'bool') return value ? text.settings.on : text.settings.off
  return labelOf(parameter, value) ?? formatQuantity(value, parameter.unit)
}
