import { useState } from 'preact/hooks'
import { SceneGlyph } from './scene_glyph'

/** The still picture of a scene; a drawing where there is none. */
export function ScenePicture({ scene }: { scene: string }) {
  const [missing, setMissing] = useState<string | null>(null)
  if (missing === scene || !/^[a-z0-9_-]+$/.test(scene)) {
    return (
      <span class="still">
        <SceneGlyph scene={scene} />
      </span>
    )
  }
  return (
    <picture class="still">
      <source media="(prefers-color-scheme: dark)" srcset={`/scenes/${scene}-dark.jpg`} />
      <img
        src={`/scenes/${scene}.jpg`}
        alt=""
        width={480}
        height={300}
        loading="lazy"
        onError={() => setMissing(scene)}
      />
    </picture>
  )
}
