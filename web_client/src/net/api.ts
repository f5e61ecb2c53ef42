import type { NewcomersPolicy } from '../model/rules'
import type { Parameter } from '../model/scene'
import { parameter } from './decode_parameter'
import { asFields, list, optional, ProtocolError, text, uint, type Fields } from './fields'

const ALIVE_MS = 3000

export interface PublicRoom {
  readonly code: string
  readonly title: string
  readonly scene: string
  readonly viewers: number
  readonly viewersMax: number
  /** What becomes of those who come for the first time. */
  readonly newcomers: NewcomersPolicy
}

export interface SceneOffer {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parameters: readonly Parameter[]
}

export interface NewRoom {
  readonly scene: string
  readonly title?: string
  readonly public?: boolean
  /** By name; those left out are at their defaults. */
  readonly parameters?: Readonly<Record<string, number>>
}

/** An answer other than success, with the server's own sentence. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    /** The refusal's name, "" where what answered is not the server itself. */
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

async function request(path: string, init?: RequestInit): Promise<Fields> {
  const response = await fetch(path, { cache: 'no-store', ...init })
  const body: unknown = await response.json().catch(() => ({}))
  const fields = asFields(body, path)
  if (!response.ok) {
    const [code, message] = ['code', 'message'].map((key) => optional(fields, key, text) ?? '')
    throw new ApiError(response.status, code!, message!)
  }
  return fields
}

export async function listRooms(): Promise<PublicRoom[]> {
  const answer = await request('/api/rooms')
  return list(answer, 'rooms', (item) => {
    const room = asFields(item, 'rooms')
    return {
      code: text(room, 'code'),
      title: text(room, 'title'),
      scene: text(room, 'scene'),
      viewers: uint(room, 'viewers'),
      viewersMax: uint(room, 'viewers_max'),
      newcomers: text(room, 'newcomers') as NewcomersPolicy,
    }
  })
}

export async function listScenes(): Promise<SceneOffer[]> {
  const answer = await request('/api/scenes')
  return list(answer, 'scenes', (item) => {
    const scene = asFields(item, 'scenes')
    return {
      name: text(scene, 'name'),
      title: text(scene, 'title'),
      description: text(scene, 'description'),
      parameters: list(scene, 'parameters', (p) => parameter(asFields(p, 'parameters'))),
    }
  })
}

export async function createRoom(
  room: NewRoom,
  key: string | null,
): Promise<{ code: string; hostKey: string }> {
  const answer = await request('/api/rooms', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(room),
  })
  return { code: text(answer, 'code'), hostKey: text(answer, 'host_key') }
}

/** The base URLs under which people reach the server, as it knows them. */
export async function listAddresses(): Promise<string[]> {
  const answer = await request('/api/addresses')
  return list(answer, 'urls', (item) => {
    if (typeof item !== 'string') throw new ProtocolError('"urls" does not hold texts')
    return item
  })
}

/** Whether the server answers an ordinary request. */
export async function isAlive(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', {
      cache: 'no-store',
      // A page for signing in to the network is not our server.
      redirect: 'error',
      signal: AbortSignal.timeout(ALIVE_MS),
    })
    return answer.ok
  } catch {
    return false
  }
}
