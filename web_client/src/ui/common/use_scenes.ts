import { useEffect, useState } from 'preact/hooks'
import { words } from '../../i18n'
import { listScenes, type SceneOffer } from '../../net/api'

/** The scenes that the server offers; null until they are there. */
export function useScenes(): { scenes: readonly SceneOffer[] | null; failed: boolean } {
  const [scenes, setScenes] = useState<readonly SceneOffer[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    listScenes().then(
      (found) => !gone && setScenes(found.map((offer) => words.scene(offer))),
      () => !gone && setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [])
  return { scenes, failed }
}
