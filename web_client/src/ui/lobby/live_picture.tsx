import { useEffect, useState } from 'preact/hooks'
import { ScenePicture } from '../common/scene_picture'

const PERIOD_MS = 2000

/** A room's world as it is now, drawn by the server; the scene's still picture where it draws none. */
export function LivePicture({ code, scene }: { code: string; scene: string }) {
  const [shown, setShown] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    const load = () => {
      const picture = new Image()
      const next = () => {
        if (!gone) timer = setTimeout(load, PERIOD_MS)
      }
      if (document.visibilityState === 'hidden') return next()
      picture.onload = () => {
        if (gone) return
        setShown(picture.src)
        setMissing(false)
        next()
      }
      picture.onerror = () => {
        if (!gone) setMissing(true)
        next()
      }
      picture.src = `/api/rooms/${encodeURIComponent(code)}/picture.svg?at=${Date.now()}`
    }
    load()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [code])
  if (shown === null || missing) return <ScenePicture scene={scene} />
  return (
    <span class="still live">
      <img src={shown} alt="" width={480} height={300} />
    </span>
  )
}
