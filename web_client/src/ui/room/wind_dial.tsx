import { text } from '../../i18n'

const STEP_DEG = 15
const RADIUS = 34

interface WindDialProps {
  /** 0 blows to the right, 90 away from the viewer. */
  degrees: number
  onTurn: (degrees: number) => void
}

/** A compass seen from above: the arrow shows where the wind blows to. */
export function WindDial({ degrees, onTurn }: WindDialProps) {
  const point = (event: PointerEvent) => {
    const dial = event.currentTarget as SVGSVGElement
    const box = dial.getBoundingClientRect()
    const dx = event.clientX - (box.left + box.width / 2)
    const dy = event.clientY - (box.top + box.height / 2)
    const angle = (Math.atan2(-dy, dx) * 180) / Math.PI
    onTurn(normalise(Math.round(angle / STEP_DEG) * STEP_DEG))
  }
  const turn = (event: KeyboardEvent) => {
    const by = TURNS[event.key]
    if (by === undefined) return
    event.preventDefault()
    onTurn(normalise(degrees + by))
  }
  return (
    <svg
      class="dial"
      viewBox="-64 -54 128 108"
      role="slider"
      tabindex={0}
      aria-label={text.wind.direction}
      aria-valuemin={0}
      aria-valuemax={345}
      aria-valuenow={degrees}
      aria-valuetext={whereTo(degrees)}
      onKeyDown={turn}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
      }}
    >
      <circle r={RADIUS} class="rim" />
      {TICKS.map((tick) => (
        <line key={tick} x1={RADIUS - 4} x2={RADIUS} transform={`rotate(${tick})`} class="tick" />
      ))}
      <g transform={`rotate(${-degrees})`}>
        <path d={`M-20 0H${RADIUS - 15}`} class="shaft" />
        <path d={`M${RADIUS - 6} 0l-13-8v16z`} class="head" />
      </g>
      <text y="-40">{text.wind.away}</text>
      <text y="48">{text.wind.towards}</text>
      <text x="-49" y="4">
        {text.wind.left}
      </text>
      <text x="50" y="4">
        {text.wind.right}
      </text>
    </svg>
  )
}

export function whereTo(degrees: number): string {
  return text.wind.compass[Math.round(degrees / 45) % 8]!
}

const TICKS = [0, 45, 90, 135, 180, 225, 270, 315]

const TURNS: Readonly<Record<string, number>> = {
  ArrowLeft: STEP_DEG,
  ArrowUp: STEP_DEG,
  ArrowRight: -STEP_DEG,
  ArrowDown: -STEP_DEG,
}

function normalise(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}
