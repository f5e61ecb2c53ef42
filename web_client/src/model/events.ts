import type { Scene } from './scene'
import type { Vector } from './vector'

export type LetGoReason = 'released' | 'disconnected' | 'reset' | 'scene'

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
  | (DoneBy & { type: 'joined'; name: string; colour: string; host: boolean })
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
  | (Happened & { type: 'scene'; scene: Scene })
