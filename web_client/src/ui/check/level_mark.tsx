import type { Level } from '../../model/line'

export type Mood = Level | 'running' | 'todo'

// A shape for each, so that colour is never alone.
const SHAPES: Readonly<Record<Mood, string>> = {
  running: 'M6 12h.01M12 12h.01M18 12h.01',
  good: 'M6 12.5l4 4L18 8',
  warn: 'M12 6v7.5M12 17.5h.01',
  bad: 'M7.5 7.5l9 9M16.5 7.5l-9 9',
  todo: 'M9 9a3 3 0 1 1 4.2 2.7c-.9.5-1.2 1-1.2 2M12 17.5h.01',
}

const FRAMES: Readonly<Record<Mood, string>> = {
  running: '',
  good: 'M12 1.5a10.5 10.5 0 1 0 .01 0z',
  warn: 'M12 .8L23.6 21.6H.4z',
  bad: 'M7.5 1h9L23 7.5v9L16.5 23h-9L1 16.5v-9z',
  todo: 'M3 3h18v18H3z',
}

/** How good something is, as a shape; the word stands beside it. */
export function LevelMark({ mood }: { mood: Mood }) {
  return (
    <svg class={`level-mark ${mood}`} viewBox="0 0 24 24" aria-hidden="true">
      <path class="frame" d={FRAMES[mood]} />
      <path d={SHAPES[mood]} transform={mood === 'warn' ? 'translate(0 1.6)' : undefined} />
    </svg>
  )
}
