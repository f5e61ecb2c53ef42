import type { Member } from '../../model/member'
import type { Rules } from '../../model/rules'
import type { FrameTimes } from '../../model/frame_times'
import type { Quality } from '../../model/quality'
import { particleAt } from '../../model/vector'
import type { Conductor } from './conductor'

/** What `window.ropewalk` tells on a room's page; nothing can be changed through it. */
export interface ConsoleApi {
  /** `connecting`, `open`, `waiting` or `ended`. */
  readonly status: string
  readonly code: string | null
  /** This client's seat. */
  readonly seat: number | null
  /** Number of the last room event applied. */
  readonly e: number | null
  readonly step: number | null
  readonly paused: boolean | null
  /** Whether explicit springs have blown up. */
  readonly burst: boolean | null
  /** Steps come so many times slower than their length. */
  readonly slow: number | null
  readonly scene: string | null
  /** How far the picture is kept behind the server, so that it moves evenly, ms. */
  readonly delay: number
  /** How far it is behind the server now, ms, with the way there; null before any frame. */
  readonly behind: number | null
  /** The newest frame as it came: x, y, z of every particle, m. A copy. */
  readonly positions: Float32Array | null
  /** Parameters of the scene and their values. */
  readonly parameters: Readonly<Record<string, number>>
  /** The latest figures that the page asked the server for, by name; null before any. */
  readonly measures: Readonly<Record<string, number>> | null
  /** The particle that the spectrum is of. */
  readonly probe: number | null
  /** What this member may do. */
  readonly rights: readonly string[]
  /** The room's rules, as the protocol's words put them in camel case. */
  readonly rules: Rules | null
  /** What a host says to all. */
  readonly notice: string | null
  readonly hostAway: boolean | null
  readonly canUndo: boolean | null
  /** This page waits for a host to let it in. */
  readonly waiting: boolean
  readonly members: readonly Member[]
  readonly holds: readonly { seat: number; hand: number; particle: number }[]
  /** What the latest pictures cost, ms, and how much is drawn in them. */
  readonly frames: FrameTimes & { readonly quality: Quality }
  /** Where a particle is drawn now, CSS px from the window's top left corner. */
  project(particle: number): { x: number; y: number } | null
}

declare global {
  interface Window {
    ropewalk?: ConsoleApi
  }
}

/** Put the API in place; the returned function takes it away. */
export function exposeConsoleApi(conductor: Conductor): () => void {
  const { room, session } = conductor
  const api: ConsoleApi = {
    get status() {
      return session.connection.status.kind
    },
    get code() {
      return room.state?.code ?? null
    },
    get seat() {
      return room.self?.seat ?? null
    },
    get e() {
      return session.reached
    },
    get step() {
      return room.state?.step ?? null
    },
    get paused() {
      return room.state?.paused ?? null
    },
    get burst() {
      return room.state?.burst ?? null
    },
    get slow() {
      return room.state?.slow ?? null
    },
    get scene() {
      return room.state?.scene.name ?? null
    },
    get delay() {
      return session.playDelay
    },
    get behind() {
      return session.behind(performance.now())
    },
    get positions() {
      return room.playback.newest?.positions.slice() ?? null
    },
    get parameters() {
      const parameters = room.state?.scene.parameters ?? []
      return Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
    },
    get measures() {
      return room.measures ? { ...room.measures.values } : null
    },
    get probe() {
      return room.probe
    },
    get rights() {
      return [...(room.self?.rights ?? [])]
    },
    get rules() {
      return room.state && structuredClone(room.state.rules)
    },
    get notice() {
      return room.state?.notice ?? null
    },
    get hostAway() {
      return room.state?.hostAway ?? null
    },
    get canUndo() {
      return room.state?.canUndo ?? null
    },
    get waiting() {
      return room.waiting !== null
    },
    get members() {
      return room.state?.members.map((member) => ({ ...member })) ?? []
    },
    get holds() {
      return room.state?.holds.map((hold) => ({ ...hold })) ?? []
    },
    get frames() {
      return { ...conductor.clock.times, quality: conductor.quality }
    },
    project(particle) {
      const { stage } = conductor
      const positions = room.playback.positions()
      if (stage === null || positions === null || 3 * particle >= positions.length) return null
      const { x, y } = stage.view.project(particleAt(positions, particle))
      const { left, top } = stage.bounds()
      return { x: x + left, y: y + top }
    },
  }
  window.ropewalk = Object.freeze(api)
  return () => delete window.ropewalk
}
