import { useContext, useLayoutEffect, useState } from 'preact/hooks'
import { RoomContext } from './room_context'

const SHOWN_MS = 4500
const SHOWN_MAX = 3

interface Toast {
  readonly id: number
  readonly sentence: string
}

/** Sentences for this member that pass by themselves. */
export function Toasts() {
  const conductor = useContext(RoomContext)!
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  useLayoutEffect(() => {
    let lastId = 0
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const off = conductor.told.on((sentence) => {
      const id = ++lastId
      setToasts((shown) => [
        ...shown.filter((toast) => toast.sentence !== sentence).slice(1 - SHOWN_MAX),
        { id, sentence },
      ])
      const timer = setTimeout(() => {
        timers.delete(timer)
        setToasts((shown) => shown.filter((toast) => toast.id !== id))
      }, SHOWN_MS)
      timers.add(timer)
    })
    return () => {
      off()
      timers.forEach(clearTimeout)
    }
  }, [conductor])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, sentence }) => (
        <p key={id} class="toast">
          {sentence}
        </p>
      ))}
    </div>
  )
}
