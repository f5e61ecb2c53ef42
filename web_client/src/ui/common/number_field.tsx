import { useState } from 'preact/hooks'

interface NumberFieldProps {
  value: number
  min: number
  max?: number
  label?: string
  /** A whole number in range was typed. */
  onNumber: (value: number) => void
}

/** A field for a whole number. What is being typed stays, whatever happens to the page meanwhile. */
export function NumberField({ value, min, max, label, onNumber }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = (input: HTMLInputElement) => {
    const number = input.valueAsNumber
    if (input.validity.valid && number !== value) onNumber(number)
    setTyped(null)
  }
  return (
    <input
      type="number"
      min={min}
      max={max}
      step={1}
      required
      {...(label === undefined ? {} : { 'aria-label': label })}
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => commit(event.currentTarget)}
    />
  )
}
