import { useEffect, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { roomTitle } from '../../i18n/room_title'
import { friendlyName } from '../../model/friendly_name'
import { fitName } from '../../model/member'
import { listRooms, type PublicRoom } from '../../net/api'
import { memberName } from '../../net/storage'
import { LivePicture } from './live_picture'
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
  const [offered, setOffered] = useState(() => friendlyName(text.friendlyNames))
  const join = (event: SubmitEvent) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('code')
    const code = String(typed ?? '').replace(/\s+/g, '').toUpperCase()
    if (!code) return
    if (memberName.get() === null) memberName.set(offered)
    location.assign(`/r/${encodeURIComponent(code)}`)
  }
  const rename = (typed: string) => {
    setName(typed)
    memberName.set(fitName(typed) || null)
  }
  const drawName = () => {
    rename('')
    setOffered(friendlyName(text.friendlyNames))
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
        <span class="name-row">
          <input
            name="name"
            placeholder={offered}
            maxLength={40}
            autocomplete="off"
            value={name}
            onInput={(event) => rename(event.currentTarget.value)}
          />
          <button type="button" class="dice" aria-label={t.anotherName} title={t.anotherName} onClick={drawName}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 8a8 8 0 0 1 14-2M18 2v4h-4M20 16a8 8 0 0 1-14 2M6 22v-4h4" />
            </svg>
          </button>
        </span>
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
          <RoomCard key={room.code} room={room} />
        ))}
      </ul>
    </section>
  )
}

function RoomCard({ room }: { room: PublicRoom }) {
  const { code, viewers, viewersMax } = room
  const hint = doorHint(room)
  return (
    <li>
      <a class="card" href={`/r/${code}`}>
        <LivePicture code={code} scene={room.scene} />
        <strong>{roomTitle(code, room.scene, room.title)}</strong>
        <span class="code">{code}</span>
        <span class="note">
          {text.lobby.people(viewers, viewersMax)}
          {hint && <span class="door">{hint}</span>}
        </span>
      </a>
    </li>
  )
}

/** What somebody who comes for the first time should know about the door; null: it is open. */
function doorHint({ newcomers, viewers, viewersMax }: PublicRoom): string | null {
  if (newcomers === 'closed') return text.lobby.roomClosed
  if (viewers >= viewersMax) return text.lobby.roomFull
  return newcomers === 'ask' ? text.lobby.roomAsks : null
}
