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

export function formatParameter(parameter: Parameter, value: number): string {
  if (parameter.kind === 'bool') return value ? text.settings.on : text.settings.off
  return labelOf(parameter, value) ?? formatQuantity(value, parameter.unit)
}
