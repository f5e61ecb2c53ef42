import { useLayoutEffect, useState } from 'preact/hooks'
import { summarise } from '../../a11y/narrator'
import { text } from '../../i18n'
import { useEvery } from '../common/use_model'
import { useConductor } from './room_context'

const REFRESH_MS = 2000

/** What `aria-describedby` of the play area names. */
export const SUMMARY_ID = 'play-summary'
export const KEYS_ID = 'play-keys'

/** The play area in words, for screen readers: how things stand, and what has just happened. */
export function Mirror() {
  const { room } = useConductor()
  useEvery(REFRESH_MS)
  return (
    <section class="unseen" aria-label={text.play.inWords}>
      <p id={SUMMARY_ID}>{summarise(room).join(' ')}</p>
      <p id={KEYS_ID}>{text.play.keys}</p>
      <Spoken />
    </section>
  )
}

function Spoken() {
  const { announcer } = useConductor()
  const [sentence, setSentence] = useState('')
  useLayoutEffect(
    () =>
      // The same words twice are only heard twice if they differ.
      announcer.spoken.on((next) => setSentence((last) => (last === next ? `${next}\u00a0` : next))),
    [announcer],
  )
  return (
    <p role="status" aria-live="polite" data-spoken>
      {sentence}
    </p>
  )
}
