import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { fitting, type Setup } from '../../model/setup'
import type { SceneOffer } from '../../net/api'
import { SceneDialog } from './scene_dialog'
import { ScenePicture } from './scene_picture'
import './scenes.css'

interface SceneCardsProps {
  scenes: readonly SceneOffer[]
  /** Name of the scene that is on, and its values. */
  present?: { readonly name: string; readonly setup: Setup }
  /** A scene whose card is open from the beginning, and values for its parameters. */
  open?: { readonly name: string; readonly setup: Setup } | null
  disabled?: boolean
  /** Small cards leave out the sentence. */
  small?: boolean
  /** What the button says that starts a scene with chosen parameters. */
  action: string
  onStart: (scene: string, parameters: Record<string, number>) => void
}

/** A card for each scene: a press starts it as it is, the other one opens its parameters. */
export function SceneCards({
  scenes,
  present,
  open = null,
  disabled,
  small,
  action,
  onStart,
}: SceneCardsProps) {
  const [chosen, choose] = useState(open)
  const opened = scenes.find(({ name }) => name === chosen?.name)
  const close = () => choose(null)
  const setupFor = ({ name }: SceneOffer): Setup =>
    present && present.name === name ? present.setup : {}
  return (
    <>
      <ul class={`scene-cards ${small ? 'small' : ''}`}>
        {scenes.map((offer) => (
          <li key={offer.name} class="scene-card" data-scene={offer.name}>
            <button
              type="button"
              class="scene"
              disabled={disabled}
              title={small ? offer.description : undefined}
              aria-pressed={present && offer.name === present.name}
              onClick={() => onStart(offer.name, {})}
            >
              <ScenePicture scene={offer.name} />
              <strong>{offer.title}</strong>
              {!small && <span class="note">{offer.description}</span>}
            </button>
            <button
              type="button"
              class="tune"
              disabled={disabled}
              title={text.scene.parameters(offer.title)}
              aria-label={text.scene.parameters(offer.title)}
              onClick={() => choose({ name: offer.name, setup: setupFor(offer) })}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.5v4M6 9.5v4" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <SceneDialog
          offer={opened}
          from={fitting(opened.parameters, chosen!.setup)}
          action={action}
          onStart={(parameters) => {
            close()
            onStart(opened.name, parameters)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
