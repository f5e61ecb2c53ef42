import { decode, encode } from '@msgpack/msgpack'
import { vi } from 'vitest'
import { vectors, withBytes } from './vectors'

type Message = Record<string, any>

/** A socket whose far end is the test. */
export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readonly sent: Message[] = []
  readyState = FakeSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    FakeSocket.all.push(this)
  }

  send(bytes: Uint8Array): void {
    this.sent.push(decode(bytes) as Message)
  }

  close(): void {
    this.readyState = 3
  }

  open(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }

  receive(message: Message): void {
    this.onmessage?.({ data: encode(message).slice().buffer as ArrayBuffer })
  }

  /** Closed from the far end or by the network. */
  drop(code: number): void {
    this.readyState = 3
    this.onclose?.({ code })
  }

  sentOf(type: string): Message[] {
    return this.sent.filter((message) => message.type === type)
  }
}

/** The welcome of the golden vectors: cursor 17, a chain of four particles. */
export function welcome(): Message {
  return withBytes(vectors('server')[0]!.value) as Message
}

/** Put a browser's globals in place; `vi.unstubAllGlobals` takes them away. */
export function stubBrowser(): {
  page: EventTarget & { visibilityState: string }
  window: EventTarget
  /** Whether the server answers ordinary requests. */
  http: { alive: boolean }
} {
  const http = { alive: false }
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const window = new EventTarget()
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', window)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    if (!http.alive) throw new TypeError('no answer')
    return { ok: true }
  })
  return { page, window, http }
}
