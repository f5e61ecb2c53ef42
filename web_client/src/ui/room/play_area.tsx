import { useEffect, useRef, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { BurstNotice } from './burst_notice'
import { useConductor } from './room_context'
import { TimeControls } from './time_controls'
import { Toasts } from './toasts'

// What the header and the time controls cover of the canvas, CSS px.
const INSETS = { top: 20, bottom: 92 }

export function PlayArea() {
  const conductor = useConductor()
  const { room, session } = conductor
  const canvas = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<SVGSVGElement>(null)
  const [drawable, setDrawable] = useState(true)
  useEffect(() => {
    try {
      conductor.mount(canvas.current!, overlay.current!, INSETS)
    } catch (error) {
      console.error('ropewalk: no WebGL 2:', error)
      setDrawable(false)
    }
    return () => conductor.unmount()
  }, [conductor])
  return (
    <main class={`play ${session.live ? '' : 'stale'}`}>
      <canvas ref={canvas} aria-label={text.room.canvasLabel(room.state?.scene.title ?? '')} role="img" />
      <svg ref={overlay} class="hands" aria-hidden="true" />
      {!drawable && <p class="blank">{text.room.noWebgl}</p>}
      <BurstNotice />
      <TimeControls />
      <Toasts />
    </main>
  )
}
