import { useEffect, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { roomTitle } from '../../i18n/room_title'
import { PLOTS, type PlotName } from '../../model/plots'
import { waitersOf } from '../../model/class'
import { readViewOptions } from '../../model/view_options'
import { hostKey, panelSide } from '../../net/storage'
import { Wordmark } from '../common/wordmark'
import { Desk } from '../desk/desk'
import { PanelTabs, SIDES, type PanelSide } from '../desk/panel_tabs'
import { RosterSection } from '../desk/roster_section'
import type { LensName } from '../lenses/lens_card'
import { LensesSection } from '../lenses/lenses_section'
import { PlotsSection } from '../plots/plots_section'
import { PlotsStrip } from '../plots/plots_strip'
import { BlockedPage } from './blocked_page'
import { Conductor } from './conductor'
import { ConnectionPill } from './connection_pill'
import { exposeConsoleApi } from './console_api'
import { EndingPage } from './ending_page'
import { EmbedFrame } from './embed_frame'
import { PeopleSection } from './people_section'
import { PlayArea } from './play_area'
import { ProjectorFrame } from './projector_frame'
import { Readouts } from './readouts'
import { RoomMenu } from './room_menu'
import { RoomContext, useConductor } from './room_context'
import { SceneSection, SettingsSection, SolverSection } from './settings_sections'
import { ShareSection } from './share_section'
import { WaitingPage } from './waiting_page'
import { WindSection } from './wind_section'
import './panel.css'
import './room.css'

/** What the address asks for, once and for all. */
const options = readViewOptions(location.search)
const isProjector = options.view === 'projector'

export function RoomPage({ code }: { code: string }) {
  const [conductor] = useState(() => {
    keepHostKey(code)
    return new Conductor(code, location.origin, isProjector ? { name: text.projector.name } : null)
  })
  useEffect(() => {
    conductor.start()
    const hide = exposeConsoleApi(conductor)
    return () => {
      hide()
      conductor.dispose()
    }
  }, [conductor])
  return (
    <RoomContext.Provider value={conductor}>
      <RoomFrame code={code} />
    </RoomContext.Provider>
  )
}

function RoomFrame({ code }: { code: string }) {
  const { room, session } = useConductor()
  const [lens, setLens] = useState<LensName | null>(null)
  const [plots, setPlots] = useState<readonly PlotName[]>([])
  const showPlot = (plot: PlotName) =>
    setPlots((shown) => PLOTS.filter((name) => name === plot || shown.includes(name)))
  const hidePlot = (plot: PlotName) => setPlots((shown) => shown.filter((name) => name !== plot))
  const title = room.state && roomTitle(room.state.code, room.state.scene.name, room.state.title)
  useEffect(() => {
    document.title = text.room.pageTitle(title ?? code)
  }, [title, code])
  const present = room.state?.code
  useEffect(() => {
    if (present !== undefined) showCode(present)
  }, [present])
  const { status } = session.connection
  if (status.kind === 'ended') {
    const again = () =>
      status.ending === 'misunderstood' ? location.reload() : session.connection.reopen()
    return (
      <EndingPage
        ending={status.ending}
        code={code}
        minutes={status.minutes}
        onAgain={again}
      />
    )
  }
  if (room.waiting !== null) return <WaitingPage />
  if (status.kind === 'waiting' && status.blocked) {
    return <BlockedPage onAgain={() => session.connection.reopen()} />
  }
  if (isProjector) return <ProjectorFrame code={room.state?.code ?? code} />
  if (options.embed) return <EmbedFrame code={room.state?.code ?? code} />
  return (
    <div class={`room ${plots.length > 0 ? 'plotted' : ''}`}>
      <header>
        <Wordmark />
        <h1>{title}</h1>
        <span class="code" title={text.room.code}>
          {room.state?.code ?? code}
        </span>
        <ConnectionPill />
        <RoomMenu code={room.state?.code ?? code} />
      </header>
      <PlayArea lens={lens} onCloseLens={() => setLens(null)} onPlot={showPlot} />
      {plots.length > 0 && <PlotsStrip shown={plots} onClose={hidePlot} />}
      <Panel
        code={room.state?.code ?? code}
        lens={lens}
        plots={plots}
        onLens={setLens}
        onPlot={(plot) => (plots.includes(plot) ? hidePlot(plot) : showPlot(plot))}
      />
    </div>
  )
}

interface PanelProps {
  code: string
  lens: LensName | null
  plots: readonly PlotName[]
  onLens: (lens: LensName | null) => void
  onPlot: (plot: PlotName) => void
}

/** The controls: beside the play area, or on phones a sheet that rises over it. */
function Panel({ code, lens, plots, onLens, onPlot }: PanelProps) {
  const { room } = useConductor()
  const [open, setOpen] = useState(false)
  const host = room.self?.host ?? false
  const [side, setSide] = useState<PanelSide>(
    () => SIDES.find((known) => known === panelSide.get()) ?? 'class',
  )
  const shown = host ? side : 'scene'
  const choose = (chosen: PanelSide) => {
    panelSide.set(chosen)
    setSide(chosen)
  }
  const waiting = host ? waitersOf(room).length : 0
  const openLens = (chosen: LensName | null) => {
    // On phones the sheet would hide what the lens shows.
    if (chosen !== null) setOpen(false)
    onLens(chosen)
  }
  const experiment = (
    <>
      <WindSection />
      <LensesSection open={lens} onOpen={openLens} />
      <SolverSection />
      <SceneSection />
      <SettingsSection />
      <Readouts />
      <PlotsSection shown={plots} onToggle={onPlot} />
      <PeopleSection />
      <ShareSection code={code} />
    </>
  )
  return (
    <aside class={`panel ${open ? 'open' : ''}`} aria-label={text.room.controls}>
      <button
        type="button"
        class="handle"
        aria-expanded={open}
        aria-label={open ? text.room.hideControls : text.room.showControls}
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={open ? 'M3 6l5 5 5-5' : 'M3 10l5-5 5 5'} />
        </svg>
        {text.room.controls}
        {waiting > 0 && <span class="badge">{text.desk.waitingBadge(waiting)}</span>}
      </button>
      {host && <PanelTabs side={side} onSide={choose} />}
      <div
        class="sheet"
        {...(host ? { id: 'panel-side', role: 'tabpanel', 'aria-labelledby': `tab-${side}` } : {})}
      >
        {shown === 'class' ? <Desk /> : shown === 'people' ? <RosterSection /> : experiment}
      </div>
    </aside>
  )
}

/** The host key comes in the fragment once; it must not stay in the address bar. */
function keepHostKey(code: string): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('host')
  if (key === null) return
  hostKey(code).set(key)
  history.replaceState(null, '', location.pathname + location.search)
}

/** A room may be given another code: then this page has another address. */
function showCode(code: string): void {
  const path = `/r/${encodeURIComponent(code)}`
  if (location.pathname.toUpperCase() === path.toUpperCase()) return
  history.replaceState(null, '', path + location.search)
}
