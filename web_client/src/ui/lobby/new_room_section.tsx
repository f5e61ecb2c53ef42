import { useEffect, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { ApiError, createRoom, listScenes, type SceneOffer } from '../../net/api'
import { creationKey } from '../../net/storage'
import { SceneGlyph } from '../common/scene_glyph'

/** What the server still wants before it creates the room. */
interface Wanted {
  readonly scene: string
  readonly refusedKey: boolean
}

export function NewRoomSection() {
  const [scenes, setScenes] = useState<readonly SceneOffer[]>([])
  const [listed, setListed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const t = text.lobby
  useEffect(() => {
    listScenes().then(setScenes, () => setProblem(t.scenesFailed))
  }, [])

  const create = async (scene: string, key: string | null) => {
    setBusy(true)
    setProblem(null)
    try {
      const room = await createRoom({ scene, public: listed }, key)
      creationKey.set(key)
      // In the link, because where storage is blocked nothing is kept from page to page.
      location.assign(`/r/${room.code}#host=${encodeURIComponent(room.hostKey)}`)
    } catch (error) {
      setBusy(false)
      const status = error instanceof ApiError ? error.status : 0
      if (status === 401 || (status === 403 && key !== null)) {
        creationKey.set(null)
        setWanted({ scene, refusedKey: key !== null })
      } else {
        setProblem((error instanceof ApiError && error.message) || t.createFailed)
      }
    }
  }

  return (
    <section aria-labelledby="new-title">
      <h2 id="new-title">{t.newTitle}</h2>
      <p class="note">{t.newHint}</p>
      <ul class="cards">
        {scenes.map(({ name, title, description }) => (
          <li key={name}>
            <button
              type="button"
              class="card"
              disabled={busy}
              onClick={() => create(name, creationKey.get())}
            >
              <SceneGlyph scene={name} />
              <strong>{title}</strong>
              <span class="note">{description}</span>
            </button>
          </li>
        ))}
      </ul>
      <label class="check">
        <input
          type="checkbox"
          checked={listed}
          onChange={(event) => setListed(event.currentTarget.checked)}
        />
        {t.listed}
      </label>
      {wanted && (
        <KeyForm wanted={wanted} busy={busy} onKey={(key) => create(wanted.scene, key)} />
      )}
      <p class="note" role="status">
        {busy ? t.creating : problem}
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
