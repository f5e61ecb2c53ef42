import type { Member } from './member'
import type { Rules } from './rules'
import type { Scene } from './scene'
import type { Vector } from './vector'

/** A reason that is not known here counts as `released`. */
export type LetGoReason =
  | 'released'
  | 'disconnected'
  | 'reset'
  | 'scene'
  | 'undone'
  | 'frozen'
  | 'host'
  | 'silent'
  | 'not_allowed'

interface Happened {
  /** Steps made when it happened. */
  readonly step: number
  /** Who did it; absent when nobody did. */
  readonly seat?: number
}

interface DoneBy {
  readonly step: number
  readonly seat: number
}

/** Something that happened to the room. */
export type RoomEvent =
  | ({ type: 'joined' | 'member'; step: number } & Member)
  | (DoneBy & { type: 'left' })
  | (DoneBy & { type: 'taken'; hand: number; particle: number })
  | (DoneBy & { type: 'let_go'; hand: number; reason: LetGoReason })
  | (Happened & {
      type: 'gust'
      direction: Vector
      strength: number
      duration: number
      width: number
    })
  | (Happened & { type: 'parameter'; name: string; value: number })
  | (Happened & { type: 'paused' | 'resumed' | 'reset' | 'rekick' | 'burst' })
  | (Happened & { type: 'scene' | 'undone'; scene: Scene })
  | (Happened & { type: 'speed'; slow: number })
  | (Happened & { type: 'rules'; rules: Rules })
  | (Happened & { type: 'code'; code: string })
  | (Happened & { type: 'broadcast'; text: string })
  | (Happened & { type: 'host_away'; away: boolean })
