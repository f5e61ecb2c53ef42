import { useId } from 'preact/hooks'
import { formatParameter } from '../../i18n/format'
import type { Parameter } from '../../model/scene'
import { Slider } from '../common/slider'
import { useConductor } from './room_context'

const FLOAT_STEPS = 200
// Ranges wider than this are travelled by factors, not by differences.
const WIDE = 500

/** The control that suits a parameter's kind. */
export function ParameterControl({ parameter }: { parameter: Parameter }) {
  const { session } = useConductor()
  const id = useId()
  const { name, title, kind, min, max, value, live } = parameter
  const set = (wanted: number) => session.command({ type: 'set', parameter: name, value: wanted })
  const format = (shown: number) => formatParameter(parameter, shown)

  switch (kind) {
    case 'float':
      if (min > 0 && max / min > WIDE) {
        return (
          <Slider
            label={title}
            value={Math.log10(value)}
            min={Math.log10(min)}
            max={Math.log10(max)}
            step={Math.log10(max / min) / FLOAT_STEPS}
            format={(exponent) => format(10 ** exponent)}
            live={live}
            onValue={(exponent) => set(tidy(10 ** exponent, min, max))}
          />
        )
      }
      return (
        <Slider
          label={title}
          value={value}
          min={min}
          max={max}
          step={roundStep((max - min) / FLOAT_STEPS)}
          format={format}
          live={live}
          onValue={set}
        />
      )
    case 'int':
      return (
        <Slider
          label={title}
          value={value}
          min={min}
          max={max}
          step={1}
          format={format}
          live={live}
          onValue={set}
        />
      )
    case 'bool':
      return (
        <label class="check">
          <input
            type="checkbox"
            checked={value !== 0}
            onChange={(event) => set(event.currentTarget.checked ? 1 : 0)}
          />
          {title}
        </label>
      )
    case 'choice':
      return (
        <div class="choice">
          <label for={id}>{title}</label>
          <select
            id={id}
            value={nearest(parameter.choices, value)}
            onChange={(event) => set(Number(event.currentTarget.value))}
          >
            {parameter.choices.map((choice) => (
              <option key={choice} value={choice}>
                {format(choice)}
              </option>
            ))}
          </select>
        </div>
      )
  }
}

/** The 1, 2 or 5 times a power of ten next below. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return power * (step >= 5 * power ? 5 : step >= 2 * power ? 2 : 1)
}

/** Three digits are as many as people see; the ends of the range stay reachable. */
function tidy(value: number, min: number, max: number): number {
  return Math.min(Math.max(Number(value.toPrecision(3)), min), max)
}

/** Values travel as float32, so the choice in force may differ in its last digits. */
function nearest(choices: readonly number[], value: number): number | undefined {
  return [...choices].sort((a, b) => Math.abs(a - value) - Math.abs(b - value))[0]
}
