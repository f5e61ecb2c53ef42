import type { RoomEvent } from '../model/events'
import type { MeasureKind, MeasureRate, Measures, Spectrum } from '../model/measures'
import type { Member } from '../model/member'
import type { HandTarget } from '../model/playback'
import type { Right } from '../model/rights'
import type { RoomState } from '../model/room'
import type { Quality, RosterEntry } from '../model/roster'
import type { AwayPolicy, Audience, NewcomersPolicy } from '../model/rules'
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
  | { type: 'pause' | 'resume' | 'step' | 'reset' | 'undo' }
  | { type: 'speed'; slow: number }
  | { type: 'rename'; name: string; seat?: number }
  | { type: 'scene'; scene: string; parameters?: Record<string, number> }
  /** `auto`: as often as the server thinks best. */
  | { type: 'rate'; rate: FrameRate; auto?: true }
  | { type: 'measure'; rate: MeasureRate; particle?: number }
  | { type: 'trace' }
  | HostCommand

/** What only hosts may ask for. */
export type HostCommand =
  | { type: 'allow'; right: Right; to: Audience }
  | { type: 'permit'; right: Right; seat: number; on: boolean }
  | { type: 'draw'; right: Right; count: number }
  | { type: 'freeze'; on: boolean }
  | { type: 'watch' | 'co_host' | 'admit'; seat: number; on: boolean }
  | { type: 'remove'; seat: number; minutes?: number }
  | { type: 'newcomers'; policy: NewcomersPolicy }
  | { type: 'capacity'; viewers: number }
  | { type: 'names'; hidden: boolean }
  | { type: 'away'; policy: AwayPolicy }
  | { type: 'pull_limit'; force: number }
  | { type: 'broadcast'; text: string }
  | { type: 'release_all' | 'new_code' | 'end' }

export interface Hello {
  type: 'hello'
  version: 1
  room: string
  encodings: string[]
  /** As often as the server thinks best, if not given. */
  rate?: FrameRate
  name?: string
  resume?: string
  host_key?: string
  /** Only to look. */
  watch?: true
}

export type ClientMessage =
  | Hello
  | (Command & { seq: number })
  | { type: 'state' }
  /** `step`: the one that the newest frame here shows. */
  | { type: 'ping'; time: number; round_trip?: number; step?: number }

export interface Snapshot extends RoomState {
  /** Number of the last event contained. */
  readonly e: number
}

export interface Welcome {
  type: 'welcome'
  version: number
  server: string
  core: number
  /** The vectors that the server steps with. */
  simd: string | null
  me: Member
  rights: readonly Right[]
  resume: string
  encoding: string
  rate: number
  limits: {
    messageBytes: number
    commandsPerSecond: number
    hands: number
    nameBytes: number
    /** The most members at once that a host can set. */
    capacity: number | null
  }
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
  /** In the encoding agreed on. */
  frame?: Uint8Array
  hands: readonly HandTarget[]
}

export type ServerMessage =
  | Welcome
  | Tick
  | { type: 'state'; state: Snapshot }
  | { type: 'measures'; measures: Measures }
  | { type: 'spectrum'; spectrum: Spectrum }
  | { type: 'trace'; seq: number; trace: Trace }
  | { type: 'rights'; rights: readonly Right[] }
  /** Frames come so many times per second from now on. */
  | { type: 'rate'; rate: number }
  | { type: 'waiting'; seat: number }
  | { type: 'roster'; members: readonly RosterEntry[] }
  | { type: 'quality'; members: ReadonlyMap<number, Quality> }
  | { type: 'ack'; seq: number; step: number }
  | { type: 'refused'; seq?: number; code: string; message: string }
  | { type: 'closing'; message: string; retrySeconds: number }
  | { type: 'pong'; time: number; serverTime: number; step: number }
