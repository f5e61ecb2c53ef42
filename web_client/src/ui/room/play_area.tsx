import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { text } from '../../i18n'
import type { PlotName } from '../../model/plots'
import { LensCard, type LensName } from '../lenses/lens_card'
import { KEYS_ID, Mirror, SUMMARY_ID } from './mirror'
import { Notices } from './notices'
import { useConductor } from './room_context'
import { TimeControls } from './time_controls'
import { Toasts } from './toasts'

// What the header and the time controls cover of the canvas, CSS px.
const INSETS = { top: 20, bottom: 92, left: 0 }
const GAP_PX = 10

interface PlayAreaProps {
  lens?: LensName | null
  onCloseLens?: () => void
  onPlot?: (plot: PlotName) => void
  /** Whether time is controlled here. */
  timed?: boolean
  /** What lies over the scene: notices, unless something else takes their place. */
  children?: ComponentChildren
}

const nothing = () => {}

export function PlayArea({
  lens = null,
  onCloseLens = nothing,
  onPlot = nothing,
  timed = true,
  children = <Notices />,
}: PlayAreaProps) {
  const conductor = useConductor()
  const { room, session } = conductor
  const surface = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const lensOverlay = useRef<SVGSVGElement>(null)
  const handsOverlay = useRef<SVGSVGElement>(null)
  const card = useRef<HTMLElement>(null)
  const [drawable, setDrawable] = useState(true)
  useEffect(() => {
    try {
      conductor.cover(INSETS)
      conductor.mount({
        surface: surface.current!,
        picture: picture.current!,
        lens: lensOverlay.current!,
        hands: handsOverlay.current!,
      })
    } catch (error) {
      console.error('ropewalk: no WebGL 2:', error)
      setDrawable(false)
    }
    return () => conductor.unmount()
  }, [conductor])
  // Beside the card of a lens, or on phones below it, the scene is still seen whole.
  useEffect(() => {
    const element = card.current
    if (element === null) return
    const place = () => {
      const area = element.parentElement
      if (area === null) return
      const wide = area.clientWidth > 1.6 * element.offsetWidth
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element
      conductor.cover(
        wide
          ? { ...INSETS, left: offsetLeft + offsetWidth + GAP_PX }
          : { ...INSETS, top: offsetTop + offsetHeight + GAP_PX },
      )
    }
    const observer = new ResizeObserver(place)
    observer.observe(element)
    observer.observe(element.parentElement!)
    return () => {
      observer.disconnect()
      conductor.cover(INSETS)
    }
  }, [conductor, lens])
  return (
    <main class={`play ${session.live ? '' : 'stale'} ${lens ? 'lensed' : ''}`}>
      {/* No widget of a form: what arrow keys do here, the words below tell. */}
      <div
        ref={surface}
        class="surface"
        role="application"
        tabIndex={0}
        aria-label={text.play.area(room.state?.scene.title ?? '')}
        aria-describedby={`${SUMMARY_ID} ${KEYS_ID}`}
      >
        <div ref={picture} class="picture" />
        <svg ref={lensOverlay} class="lens-overlay" aria-hidden="true" />
        <svg ref={handsOverlay} class="hands" aria-hidden="true" />
      </div>
      <Mirror />
      {!drawable && <p class="blank">{text.room.noWebgl}</p>}
      {lens && <LensCard card={card} lens={lens} onClose={onCloseLens} onPlot={onPlot} />}
      {children}
      {timed && <TimeControls />}
      <Toasts />
    </main>
  )
}
