import type { RoomEvent } from '../model/events'
import type { MeasureKind, MeasureRate, Measures, Spectrum } from '../model/measures'
import type { Member } from '../model/member'
import type { HandTarget } from '../model/playback'
import type { Right } from '../model/rights'
import type { RoomState } from '../model/room'
import type { Trace } from '../model/trace'
import type { Vector } from '../model/vector'

export type FrameRate = 60 | 30 | 20 | 10 | 1

/** What a member asks of the room, before it is numbered. */
export type Command =
  | { type: 'grab'; hand: number; particle: number; at: Vector }
  | { type: 'move'; hand: number; at: Vector }
  | { type: 'release'; hand: number }
  | { type: 'gust'; direction: Vector; strength: number; duration: number; width?: number }
  | { type: 'set'; parameter: string; value: number }
  | { type: 'pause' | 'resume' | 'step' | 'reset' }
  | { type: 'scene'; scene: string; parameters?: Record<string, number> }
  | { type: 'rate'; rate: FrameRate }
  | { type: 'measure'; rate: MeasureRate; particle?: number }
  | { type: 'trace' }

export interface Hello {
  type: 'hello'
  version: 1
  room: string
  encodings: string[]
  rate: FrameRate
  name?: string
  resume?: string
  host_key?: string
}

export type ClientMessage =
  | Hello
  | (Command & { seq: number })
  | { type: 'state' }
  | { type: 'ping'; time: number }

export interface Snapshot extends RoomState {
  /** Number of the last event contained. */
  readonly e: number
}

export interface Welcome {
  type: 'welcome'
  version: number
  server: string
  core: number
  me: Member
  rights: readonly Right[]
  resume: string
  encoding: string
  rate: number
  limits: { messageBytes: number; commandsPerSecond: number; hands: number; nameBytes: number }
  /** What the server can measure. */
  measures: readonly MeasureKind[]
  state: Snapshot
}

export interface Tick {
  type: 'tick'
  e0: number
  e: number
  /** Events of kinds this client knows, in order. */
  events: readonly RoomEvent[]
  step: number
  time: number
  lost: number
  frame?: Float32Array
  hands: readonly HandTarget[]
}

export type ServerMessage =
  | Welcome
  | Tick
  | { type: 'state'; state: Snapshot }
  | { type: 'measures'; measures: Measures }
  | { type: 'spectrum'; spectrum: Spectrum }
  | { type: 'trace'; seq: number; trace: Trace }
  | { type: 'ack'; seq: number; step: number }
  | { type: 'refused'; seq?: number; code: string; message: string }
  | { type: 'closing'; message: string; retrySeconds: number }
  | { type: 'pong'; time: number; serverTime: number; step: number }
