import { useId } from 'preact/hooks'
import { formatParameter } from '../../i18n/format'
import { scaleFor } from '../../model/scale'
import type { Parameter } from '../../model/scene'
import { finestOf } from '../../model/settings'
import { Slider } from './slider'

interface ParameterFieldProps {
  parameter: Parameter
  value: number
  /** Act while a slider moves; otherwise once it is let go. */
  live: boolean
  /** Show what the ends of a slider stand for. */
  ranged?: boolean
  onValue: (value: number) => void
}

/** The control that suits a parameter's kind. */
export function ParameterField({ parameter, value, live, ranged, onValue }: ParameterFieldProps) {
  const id = useId()
  const { title, kind, min, max } = parameter
  const format = (shown: number) => formatParameter(parameter, shown)

  switch (kind) {
    case 'float':
    case 'int':
      return (
        <Slider
          label={title}
          value={value}
          scale={scaleFor({ kind, min, max, finest: finestOf(parameter) })}
          format={format}
          live={live}
          ends={ranged ? [format(min), format(max)] : undefined}
          onValue={onValue}
        />
      )
    case 'bool':
      return (
        <label class="check">
          <input
            type="checkbox"
            checked={value !== 0}
            onChange={(event) => onValue(event.currentTarget.checked ? 1 : 0)}
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
            onChange={(event) => onValue(Number(event.currentTarget.value))}
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

/** Values travel as float32, so the choice in force may differ in its last digits. */
function nearest(choices: readonly number[], value: number): number | undefined {
  return [...choices].sort((a, b) => Math.abs(a - value) - Math.abs(b - value))[0]
}
