import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { text } from '../../i18n'
import './dialog.css'

interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
}

/** A window over the page; Escape, a press beside it and its button close it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current!.showModal(), [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current!.close()}
    >
      <div class="content">
        <h2>{title}</h2>
        {children}
        <footer>
          <button type="button" onClick={() => dialog.current!.close()}>
            {text.scene.close}
          </button>
        </footer>
      </div>
    </dialog>
  )
}
