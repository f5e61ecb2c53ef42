import { text, words } from '../i18n'
import { formatPercent } from '../i18n/format'
import type { RoomEvent } from '../model/events'
import { labelOf } from '../model/member'
import type { Room } from '../model/room'
import { summariseStretch } from '../model/strain'
import type { Announcer } from './announcer'

/** What the play area shows, in sentences: the scene, who is here, who holds what, the stretch. */
export function summarise(room: Room): string[] {
  const { state } = room
  if (state === null) return []
  const t = text.play
  const sentences = [t.summary(state.scene.title, state.paused, state.members.length)]
  const held = holdings(room)
  sentences.push(...(held.length > 0 ? held : [t.nobodyHolds]))
  const positions = room.playback.newest?.positions
  if (positions && state.scene.rest.length > 0) {
    sentences.push(t.stretch(formatPercent(summariseStretch(state.scene, positions).mean)))
  }
  return sentences
}

function holdings({ state, self }: Room): string[] {
  const beads = new Map<number, number[]>()
  for (const { seat, particle } of state?.holds ?? []) {
    beads.set(seat, [...(beads.get(seat) ?? []), particle])
  }
  return [...beads].map(([seat, held]) => {
    const member = state?.members.find((one) => one.seat === seat)
    return seat === self?.seat ? text.play.youHold(held) : text.play.holds(labelOf(member, seat), held)
  })
}

/** Tells a live region what others do in the room. */
export class Narrator {
  /** Also of those who have just left. */
  private names = new Map<number, string>()
  private readonly offs: readonly (() => void)[]

  constructor(
    private readonly room: Room,
    private readonly announcer: Announcer,
  ) {
    this.learn()
    this.offs = [
      room.happened.on((event) => this.hear(event)),
      room.changed.on(() => this.learn()),
    ]
  }

  dispose(): void {
    for (const off of this.offs) off()
  }

  private learn(): void {
    const members = this.room.state?.members ?? []
    this.names = new Map(members.map((member) => [member.seat, labelOf(member, member.seat)]))
  }

  private hear(event: RoomEvent): void {
    const sentence = this.sentence(event)
    if (sentence !== null) this.announcer.tell(sentence)
  }

  private sentence(event: RoomEvent): string | null {
    const t = text.play
    const own = event.seat === this.room.self?.seat
    const who = event.seat === undefined ? '' : (this.names.get(event.seat) ?? `#${event.seat}`)
    switch (event.type) {
      case 'joined':
        return own ? null : t.came(labelOf(this.room.member(event.seat), event.seat))
      case 'left':
        return t.went(who)
      case 'taken':
        return own ? null : t.took(who, event.particle)
      case 'let_go':
        return own || event.reason !== 'released' ? null : t.letGo(who)
      case 'gust':
        return t.wind
      case 'paused':
      case 'resumed':
      case 'reset':
        return t[event.type]
      case 'undone':
        return t.undone
      case 'speed':
        return event.slow > 1 ? text.time.slowNow(event.slow) : t.fullSpeed
      case 'scene':
        return t.scene(words.scene(event.scene).title)
      default:
        return null
    }
  }
}
