import { useEffect, useRef, useState } from 'preact/hooks'
import { text } from '../../i18n'
import type { Parameter } from '../../model/scene'
import { arrange, ITERATIONS } from '../../model/settings'
import { beside, valueIn, type Setup } from '../../model/setup'
import type { SceneOffer } from '../../net/api'
import { ParameterField } from './parameter_field'
import { ScenePicture } from './scene_picture'
import './scenes.css'

interface SceneDialogProps {
  offer: SceneOffer
  /** Values to begin with; the defaults for those left out. */
  from?: Setup
  /** What the button says that starts the scene. */
  action: string
  onStart: (parameters: Record<string, number>) => void
  onClose: () => void
}

/** A scene's card opened: every parameter of it, before it is started. */
export function SceneDialog({ offer, from = {}, action, onStart, onClose }: SceneDialogProps) {
  const { name, title, description, parameters } = offer
  const dialog = useRef<HTMLDialogElement>(null)
  const [setup, setSetup] = useState<Setup>(from)
  useEffect(() => dialog.current!.showModal(), [])
  const { first, own, groups } = arrange(parameters)
  const iterations = parameters.filter((parameter) => parameter.name === ITERATIONS)
  const start = (event: SubmitEvent) => {
    event.preventDefault()
    onStart(beside(parameters, setup))
  }
  const fields = (shown: readonly Parameter[]) =>
    shown.map((parameter) => (
      <ParameterField
        key={parameter.name}
        parameter={parameter}
        value={valueIn(setup, parameter)}
        live
        ranged
        onValue={(value) => setSetup((before) => ({ ...before, [parameter.name]: value }))}
      />
    ))
  const t = text.scene
  return (
    <dialog
      ref={dialog}
      class="scene-dialog"
      aria-label={t.parameters(title)}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current!.close()}
    >
      <form onSubmit={start}>
        <header>
          <ScenePicture scene={name} />
          <div>
            <h2>{title}</h2>
            <p>{description}</p>
          </div>
        </header>
        <div class="scene-parameters">
          {own.length > 0 && (
            <fieldset>
              <legend>{title}</legend>
              {fields(own)}
            </fieldset>
          )}
          <fieldset>
            <legend>{text.settings.title}</legend>
            {fields([...iterations, ...first])}
          </fieldset>
          {groups.map((group) => (
            <fieldset key={group.name}>
              <legend>{text.settings.groups[group.name]}</legend>
              {fields(group.parameters)}
            </fieldset>
          ))}
        </div>
        <footer>
          <button type="button" class="quiet" onClick={() => setSetup({})}>
            {t.atDefaults}
          </button>
          <button type="button" onClick={() => dialog.current!.close()}>
            {t.close}
          </button>
          <button type="submit" class="primary">
            {action}
          </button>
        </footer>
      </form>
    </dialog>
  )
}
