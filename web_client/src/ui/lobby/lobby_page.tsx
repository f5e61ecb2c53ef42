import { useEffect, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { fitName } from '../../model/member'
import { listRooms, type PublicRoom } from '../../net/api'
import { memberName } from '../../net/storage'
import { ScenePicture } from '../common/scene_picture'
import { LanguageChoice } from '../common/language_choice'
import { Wordmark } from '../common/wordmark'
import { NewRoomSection } from './new_room_section'
import './lobby.css'

const POLL_MS = 3000

export function LobbyPage() {
  useEffect(() => {
    document.title = text.lobby.pageTitle
  }, [])
  return (
    <main class="lobby">
      <header>
        <h1>
          <Wordmark />
        </h1>
        <LanguageChoice />
        <p>{text.tagline}</p>
      </header>
      <JoinForm />
      <OpenRooms />
      <NewRoomSection />
    </main>
  )
}

function JoinForm() {
  const [name, setName] = useState(memberName.get() ?? '')
  const join = (event: SubmitEvent) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('code')
    const code = String(typed ?? '').replace(/\s+/g, '').toUpperCase()
    if (code) location.assign(`/r/${encodeURIComponent(code)}`)
  }
  const rename = (typed: string) => {
    setName(typed)
    memberName.set(fitName(typed) || null)
  }
  const t = text.lobby
  return (
    <form class="join" onSubmit={join} aria-label={t.joinTitle}>
      <label class="code-field">
        <span>{t.codeLabel}</span>
        <input
          name="code"
          placeholder={t.codePlaceholder}
          maxLength={16}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          required
        />
      </label>
      <label class="name-field">
        <span>{t.nameLabel}</span>
        <input
          name="name"
          placeholder={t.namePlaceholder}
          maxLength={40}
          autocomplete="off"
          value={name}
          onInput={(event) => rename(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        {t.join}
      </button>
    </form>
  )
}

function OpenRooms() {
  const [rooms, setRooms] = useState<readonly PublicRoom[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    const poll = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const found = await listRooms()
        if (gone) return
        setRooms(found)
        setFailed(false)
      } catch {
        if (!gone) setFailed(true)
      }
    }
    void poll()
    const timer = setInterval(poll, POLL_MS)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [])
  const t = text.lobby
  return (
    <section aria-labelledby="rooms-title">
      <h2 id="rooms-title">{t.roomsTitle}</h2>
      {failed && <p class="note">{t.roomsFailed}</p>}
      {rooms?.length === 0 && <p class="note">{t.roomsEmpty}</p>}
      <ul class="cards">
        {rooms?.map((room) => (
          <li key={room.code}>
            <a class="card" href={`/r/${room.code}`}>
              <ScenePicture scene={room.scene} />
              <strong>{room.title}</strong>
              <span class="code">{room.code}</span>
              <span class="note">{t.people(room.viewers, room.viewersMax)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
