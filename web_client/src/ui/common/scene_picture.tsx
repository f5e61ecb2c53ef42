import { useEffect, useRef, useState } from 'preact/hooks'
import { SceneGlyph } from './scene_glyph'

/** Loaded this far before it comes into sight. */
const NEAR = '100px'

/**
 * The still picture of a scene; a drawing where there is none. It is loaded when it comes into sight:
 * browsers that are left to themselves load all that a panel hides further down.
 */
export function ScenePicture({ scene }: { scene: string }) {
  const [missing, setMissing] = useState<string | null>(null)
  const [near, setNear] = useState(false)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        watcher.disconnect()
      },
      { rootMargin: NEAR },
    )
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  if (missing === scene || !/^[a-z0-9_-]+$/.test(scene)) {
    return (
      <span class="still">
        <SceneGlyph scene={scene} />
      </span>
    )
  }
  return (
    <picture class="still" ref={place}>
      {near && (
        <>
          <source media="(prefers-color-scheme: dark)" srcset={`/scenes/${scene}-dark.jpg`} />
          <img
            src={`/scenes/${scene}.jpg`}
            alt=""
            width={480}
            height={300}
            onError={() => setMissing(scene)}
          />
        </>
      )}
    </picture>
  )
}
