import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { Dialog } from '../common/dialog'
import { downloadBlob } from '../common/download'
import { LanguageChoice } from '../common/language_choice'
import { useConductor } from './room_context'
import { ShareDialog } from './share_dialog'

type Opened = 'menu' | 'share' | 'about' | null

/** What concerns this page and not the room: one button, and what it opens. */
export function RoomMenu({ code }: { code: string }) {
  const conductor = useConductor()
  const [opened, setOpened] = useState<Opened>(null)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = opened === 'menu'
  // Before the menu can be seen, so that nobody can point past it unheard.
  useLayoutEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpened(null)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpened(null)
    button.current?.focus()
  }
  const saveScreenshot = async () => {
    setOpened(null)
    const picture = await conductor.snapshot()
    if (picture !== null) downloadBlob(`ropewalk-${code.toLowerCase()}.png`, picture)
  }
  const t = text.menu
  return (
    <div class="menu" ref={place} onKeyDown={close}>
      <button
        ref={button}
        type="button"
        class="menu-button"
        aria-label={t.title}
        aria-expanded={isOpen}
        aria-controls="room-menu"
        onClick={() => setOpened(isOpen ? null : 'menu')}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </button>
      <div id="room-menu" class="menu-list" hidden={!isOpen}>
        {document.fullscreenEnabled && (
          <button type="button" onClick={toggleFullScreen}>
            {t.fullScreen}
          </button>
        )}
        <button type="button" onClick={saveScreenshot}>
          {t.screenshot}
        </button>
        <button type="button" onClick={() => setOpened('share')}>
          {t.share}
        </button>
        <LanguageChoice />
        <button type="button" onClick={() => setOpened('about')}>
          {t.about}
        </button>
      </div>
      {opened === 'share' && <ShareDialog code={code} onClose={() => setOpened(null)} />}
      {opened === 'about' && <About onClose={() => setOpened(null)} />}
    </div>
  )
}

function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void document.documentElement.requestFullscreen()
}

function About({ onClose }: { onClose: () => void }) {
  const { room } = useConductor()
  const t = text.menu
  return (
    <Dialog title={text.product} onClose={onClose}>
      <p>{t.aboutText}</p>
      <p>{t.aboutPrivacy}</p>
      <p class="note">{t.version(room.serverVersion ?? '')}</p>
    </Dialog>
  )
}
