import { Emitter } from '../model/emitter'
import { isAlive } from './api'
import { Backoff } from './backoff'
import { Blockage } from './blockage'
import { afterClose, type Ending } from './close_codes'
import { decodeServerMessage } from './decode'
import { encodeClientMessage } from './encode'
import { ProtocolError } from './fields'
import type { ClientMessage, ServerMessage } from './messages'
import { Traffic } from './traffic'

// The one owner of the socket. It opens it, keeps it alive, and opens it again.
//
//   connecting ──open──▶ open ──silence or close──▶ waiting ──▶ connecting …
//        └──────────────────┴──a closing that is final──▶ ended
//
// A ping goes out every second. Silence counts from the first ping that nothing
// has answered, so that a hidden tab, whose timers hardly run, is not taken for
// a lost one. When something arrives after a longer silence than that, the page
// itself has slept (a phone froze it, a lid was closed), and what arrives has
// waited on the way: it is old, and so may be what comes right behind it.

export const SUBPROTOCOL = 'ropewalk.v1'
const CHECK_MS = 500
const PING_MS = 1000
const SILENCE_MS = 3000
const OPENING_MS = 6000
// What the protocol lets us tell.
const ROUND_TRIP_MAX_MS = 60_000
// Of the newest round trip in the smoothed one.
const NEWEST_WEIGHT = 0.3

export type Status =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | {
      readonly kind: 'waiting'
      readonly attempt: number
      readonly offline: boolean
      /** The network lets pages through, but no WebSocket. */
      readonly blocked: boolean
    }
  | {
      readonly kind: 'ended'
      readonly ending: Ending
      /** How long it is of no use to come again, if the server told. */
      readonly minutes?: number
    }

export class Connection {
  readonly opened = new Emitter()
  /** The page has slept; told before the first message after that. */
  readonly woke = new Emitter()
  readonly received = new Emitter<ServerMessage>()
  readonly statusChanged = new Emitter<Status>()
  /** How long a message took to be read and heeded, ms. */
  readonly worked = new Emitter<number>()
  readonly traffic = new Traffic()
  /** The round trip, smoothed, ms; null until one is known. */
  roundTrip: number | null = null
  /** The newest round trip as it was measured, ms. */
  private lastTrip: number | null = null

  private current: Status = { kind: 'connecting' }
  private socket: WebSocket | null = null
  private readonly backoff = new Backoff()
  private readonly blockage = new Blockage(isAlive)
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private checkTimer: ReturnType<typeof setInterval> | undefined
  private openingSince = 0
  private lastPing = 0
  private unansweredSince: number | null = null
  /** By the wall clock: the other one may stand still while a device sleeps. */
  private lastHeard = 0
  /** How long the server asked us to stay away before it closes, ms. */
  private askedToWait = 0

  /** `stepReached` tells with each ping how far this page is, if it is anywhere. */
  constructor(
    private readonly url: string,
    private readonly stepReached: () => number | null,
  ) {
    this.blockage.changed.on((blocked) => {
      if (this.current.kind === 'waiting') this.become({ ...this.current, blocked })
    })
  }

  get status(): Status {
    return this.current
  }

  start(): void {
    window.addEventListener('online', this.hurry)
    window.addEventListener('offline', this.noteOffline)
    window.addEventListener('pageshow', this.hurry)
    document.addEventListener('visibilitychange', this.hurryIfVisible)
    this.checkTimer = setInterval(() => this.check(), CHECK_MS)
    this.connect()
  }

  dispose(): void {
    window.removeEventListener('online', this.hurry)
    window.removeEventListener('offline', this.noteOffline)
    window.removeEventListener('pageshow', this.hurry)
    document.removeEventListener('visibilitychange', this.hurryIfVisible)
    clearInterval(this.checkTimer)
    clearTimeout(this.retryTimer)
    this.abandon()
  }

  /** False when there is no open socket: the message is not kept for later. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(encodeClientMessage(message))
    return true
  }

  /** Leave the present socket, if any, and open a new one now. */
  reopen(): void {
    clearTimeout(this.retryTimer)
    this.backoff.reset()
    this.abandon()
    this.connect()
  }

  /** The server has taken us in, so the next loss starts counting anew. */
  settled(): void {
    this.backoff.reset()
    this.become({ kind: 'open' })
  }

  private connect(): void {
    if (this.current.kind !== 'waiting') this.become({ kind: 'connecting' })
    const socket = new WebSocket(this.url, SUBPROTOCOL)
    socket.binaryType = 'arraybuffer'
    this.socket = socket
    this.openingSince = performance.now()
    this.unansweredSince = null
    this.askedToWait = 0
    socket.onopen = () => this.noteOpen(socket)
    socket.onmessage = (message) => {
      const before = performance.now()
      this.receive(message.data)
      this.worked.emit(performance.now() - before)
    }
    socket.onclose = () => this.failToOpen()
  }

  private noteOpen(socket: WebSocket): void {
    this.blockage.clear()
    this.lastHeard = Date.now()
    socket.onclose = (closing) => this.lose(closing.code)
    this.opened.emit()
  }

  private failToOpen(): void {
    this.loseSilently()
    void this.blockage.suspect()
  }

  /** Let go of the socket; nothing that it does from now on is heard. */
  private abandon(): void {
    const socket = this.socket
    this.socket = null
    if (socket === null) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  private receive(data: unknown): void {
    this.unansweredSince = null
    const now = Date.now()
    const slept = now - this.lastHeard > SILENCE_MS
    this.lastHeard = now
    if (slept) this.woke.emit()
    try {
      if (!(data instanceof ArrayBuffer)) throw new ProtocolError('a text message')
      this.traffic.noteMessage(data.byteLength, performance.now())
      const message = decodeServerMessage(new Uint8Array(data))
      if (message?.type === 'closing') this.askedToWait = 1000 * message.retrySeconds
      if (message?.type === 'pong') this.measure(performance.now() - message.time)
      if (message !== null) this.received.emit(message)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      console.error('ropewalk: the server broke the protocol:', error.message)
      this.end('misunderstood')
    }
  }

  private measure(trip: number): void {
    const before = this.roundTrip ?? trip
    this.lastTrip = trip
    this.roundTrip = before + (trip - before) * NEWEST_WEIGHT
  }

  private lose(code: number): void {
    this.abandon()
    const next = afterClose(code)
    if (next.kind === 'end') this.end(next.ending)
    else this.retryLater(Math.max(next.waitMs, this.askedToWait))
  }

  /** Leave for good, until `reopen`. */
  end(ending: Ending, minutes?: number): void {
    clearTimeout(this.retryTimer)
    this.abandon()
    this.become({ kind: 'ended', ending, ...(minutes === undefined ? {} : { minutes }) })
  }

  private retryLater(floor: number): void {
    this.roundTrip = null
    this.lastTrip = null
    const wait = this.backoff.next(floor)
    this.become({
      kind: 'waiting',
      attempt: this.backoff.attempt,
      offline: !navigator.onLine,
      blocked: this.blockage.certain,
    })
    clearTimeout(this.retryTimer)
    this.retryTimer = setTimeout(() => this.connect(), wait)
  }

  private check(): void {
    const now = performance.now()
    const socket = this.socket
    if (socket === null) return
    if (socket.readyState === WebSocket.CONNECTING) {
      if (now - this.openingSince > OPENING_MS) this.failToOpen()
    } else if (this.unansweredSince !== null && now - this.unansweredSince > SILENCE_MS) {
      this.loseSilently()
    } else if (now - this.lastPing >= PING_MS - CHECK_MS / 2) {
      this.ping(now)
    }
  }

  private ping(now: number): void {
    const trip = this.lastTrip
    const step = this.stepReached()
    const told = {
      ...(trip === null ? {} : { round_trip: Math.min(trip, ROUND_TRIP_MAX_MS) }),
      ...(step === null ? {} : { step }),
    }
    if (!this.send({ type: 'ping', time: now, ...told })) return
    this.lastPing = now
    this.unansweredSince ??= now
  }

  /** Give the socket up without waiting for a closing that may never come. */
  private loseSilently(): void {
    this.abandon()
    this.retryLater(0)
  }

  private readonly hurry = (): void => {
    if (this.current.kind === 'waiting' && this.socket?.readyState !== WebSocket.OPEN) {
      clearTimeout(this.retryTimer)
      this.abandon()
      this.connect()
    } else {
      this.ping(performance.now())
    }
  }

  private readonly hurryIfVisible = (): void => {
    if (document.visibilityState === 'visible') this.hurry()
  }

  private readonly noteOffline = (): void => {
    if (this.current.kind === 'waiting') this.become({ ...this.current, offline: true })
    else this.ping(performance.now())
  }

  private become(status: Status): void {
    this.current = status
    this.statusChanged.emit(status)
  }
}
