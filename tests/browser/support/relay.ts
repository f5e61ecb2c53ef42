import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

// The network between a page and the server, with everything that can go wrong
// in it. Pages that are opened at the relay's url reach the server through it:
//
//   page ──▶ lane ──▶ server
//        ◀── lane ◀──
//
// It works on TCP connections, so to both ends it looks like the real thing: who
// is not read from cannot send on, and who is not told of a closing waits.

/**
 * Bytes that wait in one lane; beyond that its sender is no longer read from. The
 * kernel holds some hundred thousand more, as routers of slow lines do.
 */
const LANE_BYTES = 32 * 1024
const PACKET_BYTES = 1400
/** Stands in a lane for the end of the stream. */
const END = Buffer.alloc(0)

interface Weather {
  /** Each way. */
  readonly delayMs: number
  /** Each way, for each connection. */
  readonly bytesPerS: number
  /** Nothing passes, not even a closing. */
  readonly silent: boolean
}

const CALM: Weather = { delayMs: 0, bytesPerS: Infinity, silent: false }

/** What a school's proxy does with a request for a WebSocket. */
export type School = 'redirects' | 'forbids' | 'strips'

const ANSWERS = {
  redirects: 'HTTP/1.1 302 Found\r\nLocation: http://filter.example/\r\nContent-Length: 0\r\n\r\n',
  forbids: 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n',
} as const

export class Relay {
  private readonly listener = createServer({ allowHalfOpen: true }, (page) => this.accept(page))
  private readonly lines = new Set<Line>()
  private weather = CALM
  private school: School | null = null
  private port = 0

  /** `target` is the server's url. */
  constructor(private readonly target: string) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    this.listener.listen(this.port, '127.0.0.1')
    await once(this.listener, 'listening')
    this.port = (this.listener.address() as AddressInfo).port
  }

  dispose(): void {
    for (const line of this.lines) line.drop('reset')
    this.refuse()
  }

  /** All is well again, but for connections that were stranded or dropped. */
  async calm(): Promise<void> {
    this.school = null
    this.become(CALM)
    if (!this.listener.listening) await this.start()
  }

  /** Everything takes its time. */
  slow(delayMs: number, bytesPerS: number): void {
    this.become({ ...CALM, delayMs, bytesPerS })
  }

  /** Packets vanish: connections can be made and stay open, but nothing passes. */
  silence(): void {
    this.become({ ...CALM, silent: true })
  }

  /** The connections of now fall silent for good; new ones work. */
  strand(): void {
    for (const line of this.lines) line.strand()
  }

  /** Cut every connection, by a reset (RST) or an end of the stream (FIN). */
  drop(how: 'reset' | 'end'): void {
    for (const line of this.lines) line.drop(how)
  }

  /** Refuse new connections; those of now stay. */
  refuse(): void {
    this.listener.close()
  }

  /** Let pages pass, but no WebSocket. */
  filter(school: School): void {
    this.school = school
  }

  private become(weather: Weather): void {
    this.weather = weather
    for (const line of this.lines) line.pump()
  }

  private accept(page: Socket): void {
    const { school } = this
    if (school === null) return this.join(page)
    page.on('error', () => page.destroy())
    // Browsers send the head of a request in one piece.
    page.once('data', (head) => {
      page.pause()
      const wanted = /^upgrade: *websocket/im.test(head.toString('latin1'))
      if (wanted && school !== 'strips') return page.end(ANSWERS[school])
      this.join(page)
      page.unshift(wanted ? withoutUpgrade(head) : head)
    })
  }

  private join(page: Socket): void {
    const { hostname, port } = new URL(this.target)
    const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const line = new Line(page, server, () => this.weather)
    this.lines.add(line)
    page.on('close', () => this.lines.delete(line))
  }
}

function withoutUpgrade(head: Buffer): Buffer {
  const text = head.toString('latin1').replace(/^(upgrade|connection):.*\r\n/gim, '')
  return Buffer.from(text, 'latin1')
}

/** A connection through the relay. */
class Line {
  private readonly lanes: readonly Lane[]
  private stranded = false

  constructor(
    private readonly page: Socket,
    private readonly server: Socket,
    private readonly weather: () => Weather,
  ) {
    const here = () => (this.stranded ? { ...this.weather(), silent: true } : this.weather())
    this.lanes = [new Lane(page, server, here), new Lane(server, page, here)]
  }

  pump(): void {
    for (const lane of this.lanes) lane.pump()
  }

  strand(): void {
    this.stranded = true
    this.pump()
  }

  drop(how: 'reset' | 'end'): void {
    for (const socket of [this.page, this.server]) {
      if (how === 'reset') socket.resetAndDestroy()
      else socket.destroySoon()
    }
  }
}

/** One way of a connection: what arrives waits until it is due and there is room. */
class Lane {
  private readonly waiting: { readonly due: number; readonly packet: Buffer }[] = []
  private waitingBytes = 0
  /** When the wire will have carried what was sent. */
  private freeAt = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly weather: () => Weather,
  ) {
    from.on('data', (bytes) => {
      for (let at = 0; at < bytes.length; at += PACKET_BYTES) {
        this.put(bytes.subarray(at, at + PACKET_BYTES))
      }
      this.pump()
    })
    from.on('end', () => {
      this.put(END)
      this.pump()
    })
    from.on('error', () => to.resetAndDestroy())
    to.on('drain', () => this.pump())
    to.on('close', () => clearTimeout(this.timer))
    this.pump()
  }

  /** Send on what may go; to be called again when the weather has changed. */
  pump(): void {
    clearTimeout(this.timer)
    const { silent, bytesPerS } = this.weather()
    while (!silent && this.waiting.length > 0 && !this.to.writableNeedDrain) {
      const now = performance.now()
      const { due, packet } = this.waiting[0]!
      const wait = Math.max(due, this.freeAt) - now
      if (wait > 0) {
        this.timer = setTimeout(() => this.pump(), wait)
        break
      }
      this.waiting.shift()
      this.waitingBytes -= packet.length
      this.freeAt = Math.max(now, this.freeAt) + (1000 * packet.length) / bytesPerS
      if (packet === END) this.to.end()
      else this.to.write(packet)
    }
    if (silent || this.waitingBytes > LANE_BYTES) this.from.pause()
    else this.from.resume()
  }

  private put(packet: Buffer): void {
    this.waiting.push({ due: performance.now() + this.weather().delayMs, packet })
    this.waitingBytes += packet.length
  }
}
