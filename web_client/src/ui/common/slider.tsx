import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import type { Scale } from '../../model/scale'
import { Throttle } from './throttle'

const SEND_MS = 100
// How long a value of our own stands before the room's is believed again.
const DRAFT_MS = 1500

interface SliderProps {
  label: string
  /** The value that holds for everybody. */
  value: number
  scale: Scale
  format: (value: number) => string
  /** Act while the slider moves; otherwise once it is let go. */
  live: boolean
  /** What the ends stand for, in words; shown where given. */
  ends?: readonly [least: string, most: string]
  onValue: (value: number) => void
}

/**
 * A slider for a value that others may change too: it follows the shared value,
 * except while this member is moving it.
 */
export function Slider({ label, value, scale, format, live, ends, onValue }: SliderProps) {
  const id = useId()
  const [draft, setDraft] = useState<number | null>(null)
  const latest = useRef(onValue)
  latest.current = onValue
  const throttle = useMemo(() => new Throttle<number>(SEND_MS, (v) => latest.current(v)), [])

  useEffect(() => {
    if (draft === null) return
    if (draft === value) setDraft(null)
    const timer = setTimeout(() => setDraft(null), DRAFT_MS)
    return () => clearTimeout(timer)
  }, [draft, value])

  const shown = draft ?? value
  const change = (event: { currentTarget: HTMLInputElement }, settled: boolean) => {
    const wanted = scale.valueAt(event.currentTarget.valueAsNumber)
    setDraft(wanted)
    if (live || settled) throttle.push(wanted)
  }
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <output for={id}>{format(shown)}</output>
      <input
        id={id}
        type="range"
        min={scale.first}
        max={scale.last}
        step={scale.step}
        value={scale.positionOf(shown)}
        aria-valuetext={format(shown)}
        onInput={(event) => change(event, false)}
        onChange={live ? undefined : (event) => change(event, true)}
      />
      {ends && (
        <span class="ends" aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </span>
      )}
    </div>
  )
}
