import { useEffect, useRef, useState } from 'preact/hooks'
import { text } from '../../i18n'

interface ConfirmButtonProps {
  label: string
  /** What will happen, before it does. */
  question: string
  /** What the button says that does it. */
  action: string
  onConfirm: () => void
  className?: string
}

/** A button for what cannot be taken back: it asks first, in its own place. */
export function ConfirmButton({ label, question, action, onConfirm, className }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (asking) cancel.current?.focus()
    else if (asked.current) opener.current?.focus()
    asked.current = asking
  }, [asking])
  if (!asking) {
    return (
      <button ref={opener} type="button" class={className} onClick={() => setAsking(true)}>
        {label}
      </button>
    )
  }
  const confirm = () => {
    setAsking(false)
    onConfirm()
  }
  return (
    <div
      class="confirm"
      role="group"
      aria-label={label}
      onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}
    >
      <p>{question}</p>
      <div class="desk-row">
        <button ref={cancel} type="button" onClick={() => setAsking(false)}>
          {text.desk.cancel}
        </button>
        <button type="button" class="danger" onClick={confirm}>
          {action}
        </button>
      </div>
    </div>
  )
}
