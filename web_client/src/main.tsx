import { render } from 'preact'
import { text } from './i18n'
import './ui/base.css'

// Lobby and room are loaded apart: the lobby does without the drawing code.

async function show(): Promise<void> {
  const root = document.getElementById('app')!
  document.documentElement.lang = text.language
  const code = codeInPath(location.pathname)
  if (/^\/check\/?$/.test(location.pathname)) {
    const { CheckPage } = await import('./ui/check/check_page')
    render(<CheckPage />, root)
  } else if (code === null) {
    const { LobbyPage } = await import('./ui/lobby/lobby_page')
    render(<LobbyPage />, root)
  } else {
    const { RoomPage } = await import('./ui/room/room_page')
    render(<RoomPage code={code} />, root)
  }
}

/** The code in `/r/CODE`, in capitals as the server writes it. */
function codeInPath(path: string): string | null {
  const match = /^\/r\/([^/]+)\/?$/.exec(path)
  if (match === null) return null
  try {
    return decodeURIComponent(match[1]!).toUpperCase()
  } catch {
    return match[1]!.toUpperCase()
  }
}

void show()
