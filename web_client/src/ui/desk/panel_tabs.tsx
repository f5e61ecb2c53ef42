import { text } from '../../i18n'
import { waitersOf } from '../../model/class'
import { useConductor } from '../room/room_context'

/** A host's panel has three sides: leading the class, who is here, and what everybody has. */
export type PanelSide = 'class' | 'people' | 'scene'

export const SIDES: readonly PanelSide[] = ['class', 'people', 'scene']

interface PanelTabsProps {
  side: PanelSide
  onSide: (side: PanelSide) => void
}

export function PanelTabs({ side, onSide }: PanelTabsProps) {
  const { room } = useConductor()
  const waiting = waitersOf(room).length
  const t = text.desk
  const turn = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    const next = SIDES[SIDES.indexOf(side) + by]
    if (by === 0 || next === undefined) return
    event.preventDefault()
    onSide(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <div class="panel-tabs" role="tablist" aria-label={t.tabs} onKeyDown={turn}>
      {SIDES.map((tab) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          type="button"
          role="tab"
          aria-selected={tab === side}
          aria-controls="panel-side"
          tabIndex={tab === side ? 0 : -1}
          onClick={() => onSide(tab)}
        >
          {t.tab[tab]}
          {tab === 'people' && <span class="count">{room.state?.members.length}</span>}
          {tab === 'class' && waiting > 0 && (
            <span class="badge" title={t.waitingBadge(waiting)}>{waiting}</span>
          )}
        </button>
      ))}
    </div>
  )
}
