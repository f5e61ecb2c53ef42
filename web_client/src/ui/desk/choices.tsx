import { useId } from 'preact/hooks'

interface ChoicesProps<Value extends string> {
  label: string
  value: Value
  /** The values in order, with what they are called. */
  options: readonly (readonly [value: Value, label: string])[]
  onChoose: (value: Value) => void
}

/** One of a few, all in sight: a row of radio buttons that looks like a switch. */
export function Choices<Value extends string>({ label, value, options, onChoose }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <div class="choices-row" role="radiogroup" aria-label={label}>
      {options.map(([option, words]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChoose(option)}
          />
          <span>{words}</span>
        </label>
      ))}
    </div>
  )
}
