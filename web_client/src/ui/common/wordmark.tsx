import { text } from '../../i18n'

export function Wordmark() {
  return (
    <a class="wordmark" href="/" title={text.room.backToLobby}>
      <svg viewBox="0 0 32 20" aria-hidden="true">
        <path d="M3 3C8 21 24 21 29 3" />
        <circle cx="3" cy="3" r="2.4" />
        <circle cx="29" cy="3" r="2.4" />
      </svg>
      <span class="product">{text.product}</span>
    </a>
  )
}
