import { useState } from 'preact/hooks'
import { text } from '../../i18n'
import { readViewOptions } from '../../model/view_options'
import { ApiError, createRoom } from '../../net/api'
import { creationKey } from '../../net/storage'
import { SceneCards } from '../common/scene_cards'
import { useScenes } from '../common/use_scenes'

/** What the server still wants before it creates the room. */
interface Wanted {
  readonly scene: string
  readonly parameters: Record<string, number>
  readonly refusedKey: boolean
}

export function NewRoomSection() {
  const { scenes, failed } = useScenes()
  const [listed, setListed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // What a link has asked for is shown with its parameters, for a last look.
  const [asked] = useState(() => {
    const { scene, parameters } = readViewOptions(location.search)
    return scene === null ? null : { name: scene, setup: parameters }
  })
  const t = text.lobby

  const create = async (
    scene: string,
    parameters: Record<string, number>,
    key: string | null,
  ) => {
    setBusy(true)
    setProblem(null)
    try {
      const room = await createRoom({ scene, parameters, public: listed }, key)
      creationKey.set(key)
      // In the link, because where storage is blocked nothing is kept from page to page.
      location.assign(`/r/${room.code}#host=${encodeURIComponent(room.hostKey)}`)
    } catch (error) {
      setBusy(false)
      const status = error instanceof ApiError ? error.status : 0
      if (status === 401 || (status === 403 && key !== null)) {
        creationKey.set(null)
        setWanted({ scene, parameters, refusedKey: key !== null })
      } else {
        setProblem(problemOf(error))
      }
    }
  }

  return (
    <section aria-labelledby="new-title">
      <h2 id="new-title">{t.newTitle}</h2>
      <p class="note">{t.newHint}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={listed}
          onChange={(event) => setListed(event.currentTarget.checked)}
        />
        {t.listed}
      </label>
      <SceneCards
        scenes={scenes ?? []}
        open={asked}
        disabled={busy}
        action={t.create}
        onStart={(scene, parameters) => create(scene, parameters, creationKey.get())}
      />
      {wanted && (
        <KeyForm wanted={wanted} busy={busy} onKey={(key) => create(wanted.scene, wanted.parameters, key)} />
      )}
      <p class="note" role="status">
        {busy ? t.creating : (problem ?? (failed ? t.scenesFailed : null))}
      </p>
    </section>
  )
}

interface KeyFormProps {
  wanted: Wanted
  busy: boolean
  onKey: (key: string) => void
}

function KeyForm({ wanted, busy, onKey }: KeyFormProps) {
  const t = text.lobby
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const key = new FormData(event.currentTarget as HTMLFormElement).get('key')
    if (key) onKey(String(key))
  }
  return (
    <form class="key" onSubmit={submit}>
      <p>{wanted.refusedKey ? t.keyWrong : t.keyHint}</p>
      <label>
        <span>{t.keyLabel}</span>
        <input
          name="key"
          type="password"
          autocomplete="off"
          required
          ref={(field) => field?.focus()}
        />
      </label>
      <button type="submit" class="primary" disabled={busy}>
        {t.keySubmit}
      </button>
    </form>
  )
}

/** In the page's language if it knows the refusal, otherwise as the server says it. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return text.lobby.createFailed
  return text.refusals[error.code] ?? (error.message || text.lobby.createFailed)
}
