import { isAlive } from './api'
import { SUBPROTOCOL } from './connection'
import { decodeServerMessage } from './decode'
import { encodeClientMessage } from './encode'

// Measures the line before anybody is in a room: a ping is answered before `hello`.

const OPENING_MS = 4000
const ANSWER_MS = 4000
const PAUSE_MS = 60
// Once could be a server that has just come back; see Blockage.
const TRIES = 3
const DOWNLOAD_BYTES = 4_000_000
const DOWNLOAD_MS = 4000

export type SocketResult =
  | { readonly kind: 'open'; readonly trips: readonly number[] }
  /** Pages pass, WebSocket does not. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'unreachable' }
  /** It opened, and was cut or fell silent. */
  | { readonly kind: 'lost' }

export type DownloadResult =
  | { readonly kind: 'measured'; readonly bytesPerSecond: number }
  /** Measured too often from this address. */
  | { readonly kind: 'too_often' }
  | { readonly kind: 'failed' }

/** Open a WebSocket and send so many pings over it, one after the other. */
export async function measureTrips(url: string, count: number): Promise<SocketResult> {
  const socket = await openSocket(url)
  if (typeof socket === 'string') return { kind: socket }
  const trips: number[] = []
  try {
    while (trips.length < count) {
      trips.push(await roundTrip(socket))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return { kind: 'open', trips }
  } catch {
    return { kind: 'lost' }
  } finally {
    socket.close()
  }
}

async function openSocket(url: string): Promise<WebSocket | 'blocked' | 'unreachable'> {
  for (let tries = 0; tries < TRIES; tries++) {
    const socket = await tryToOpen(url)
    if (socket !== null) return socket
    if (!(await isAlive())) return 'unreachable'
  }
  return 'blocked'
}

function tryToOpen(url: string): Promise<WebSocket | null> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, SUBPROTOCOL)
    socket.binaryType = 'arraybuffer'
    const settle = (opened: WebSocket | null) => {
      clearTimeout(timer)
      socket.onopen = socket.onclose = null
      if (opened === null) socket.close()
      resolve(opened)
    }
    const timer = setTimeout(() => settle(null), OPENING_MS)
    socket.onopen = () => settle(socket)
    socket.onclose = () => settle(null)
  })
}

function roundTrip(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = performance.now()
    const timer = setTimeout(() => reject(new Error('no answer')), ANSWER_MS)
    socket.onclose = () => {
      clearTimeout(timer)
      reject(new Error('closed'))
    }
    socket.onmessage = ({ data }) => {
      if (decodeServerMessage(new Uint8Array(data as ArrayBuffer))?.type !== 'pong') return
      clearTimeout(timer)
      resolve(performance.now() - sent)
    }
    socket.send(encodeClientMessage({ type: 'ping', time: sent }))
  })
}

/** Load incompressible bytes for some seconds at most, and tell how fast they came. */
export async function measureDownload(): Promise<DownloadResult> {
  try {
    const answer = await fetch(`/api/check?bytes=${DOWNLOAD_BYTES}`, {
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(3 * DOWNLOAD_MS),
    })
    if (answer.status === 429) return { kind: 'too_often' }
    if (!answer.ok || answer.body === null) return { kind: 'failed' }
    return { kind: 'measured', bytesPerSecond: await readFor(answer.body) }
  } catch {
    return { kind: 'failed' }
  }
}

async function readFor(body: ReadableStream<Uint8Array>): Promise<number> {
  const reader = body.getReader()
  const start = performance.now()
  let bytes = 0
  let elapsed = 0
  while (elapsed < DOWNLOAD_MS) {
    const { done, value } = await reader.read()
    elapsed = performance.now() - start
    if (done) break
    bytes += value.byteLength
  }
  void reader.cancel()
  // Clocks of browsers are coarse on purpose.
  return bytes / (Math.max(elapsed, 1) / 1000)
}
