import { useId } from 'preact/hooks'
import { formatParameter } from '../../i18n/format'
import { scaleFor } from '../../model/scale'
import type { Parameter } from '../../model/scene'
import { finestOf } from '../../model/settings'
import { Slider } from '../common/slider'
import { useConductor } from './room_context'

/** The control that suits a parameter's kind. */
export function ParameterControl({ parameter }: { parameter: Parameter }) {
  const { session } = useConductor()
  const id = useId()
  const { name, title, kind, min, max, value, live } = parameter
  const set = (wanted: number) => session.command({ type: 'set', parameter: name, value: wanted })
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

/** Values travel as float32, so the choice in force may differ in its last digits. */
function nearest(choices: readonly number[], value: number): number | undefined {
  return [...choices].sort((a, b) => Math.abs(a - value) - Math.abs(b - value))[0]
}
