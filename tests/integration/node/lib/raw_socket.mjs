// A WebSocket client that may break every rule: bytes go out as the test forms them.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { decode, encode } from '@msgpack/msgpack'
import { within } from './server.mjs'

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 }

/** The bytes of a frame. `length` lies about the payload's length; `masked: false` breaks a rule. */
export function frame(opcode, payload, { fin = true, masked = true, length } = {}) {
  const claimed = BigInt(length ?? payload.length)
  const mask = masked ? 0x80 : 0
  let head
  if (claimed < 126n) {
    head = Buffer.from([0, mask | Number(claimed)])
  } else if (claimed < 65536n) {
    head = Buffer.from([0, mask | 126, 0, 0])
    head.writeUInt16BE(Number(claimed), 2)
  } else {
    head = Buffer.alloc(10)
    head[1] = mask | 127
    head.writeBigUInt64BE(claimed, 2)
  }
  head[0] = (fin ? 0x80 : 0) | opcode
  if (!masked) return Buffer.concat([head, payload])
  const key = randomBytes(4)
  return Buffer.concat([head, key, payload.map((byte, i) => byte ^ key[i % 4])])
}

export class RawSocket {
  /** Connects without saying anything; `from` is an address of this machine, all of 127.0.0.0/8. */
  static async connect(server, { from } = {}) {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from })
    socket.setNoDelay(true)
    socket.on('error', () => {}) // a reset is an end like another
    await within(new Promise((done) => socket.once('connect', done)), 'a TCP connection')
    return new RawSocket(socket, server)
  }

  /** Connects and upgrades to ropewalk.v1. */
  static async open(server, { headers, ...options } = {}) {
    const raw = await RawSocket.connect(server, options)
    const status = await raw.request(upgrade(server, headers))
    if (status !== 101) throw new Error(`the upgrade was answered with ${status}`)
    return raw
  }

  /** Opens and joins a room. */
  static async join(server, hello, options) {
    const raw = await RawSocket.open(server, options)
    raw.send({ type: 'hello', version: 1, encodings: ['f32'], ...hello })
    await raw.message('welcome')
    return raw
  }

  constructor(socket, server) {
    this.socket = socket
    this.server = server
    this.bytes = Buffer.alloc(0)
    this.messages = [] // decoded
    this.pongs = 0
    this.closeCode = undefined // of the server's close frame
    this.looks = new Set()
    this.upgraded = false
    this.ended = new Promise((done) => socket.once('close', done))
    socket.on('data', (chunk) => this.take(chunk))
    this.ended.then(() => {
      this.gone = true
      for (const look of [...this.looks]) look()
    })
  }

  take(chunk) {
    this.bytes = Buffer.concat([this.bytes, chunk])
    while (this.upgraded && this.takeFrame());
    for (const look of [...this.looks]) look()
  }

  takeFrame() {
    const { bytes } = this
    if (bytes.length < 2) return false
    const short = bytes[1] & 0x7f
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (bytes.length < head) return false
    const length = short < 126 ? short
      : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    if (bytes.length < head + length) return false
    const payload = bytes.subarray(head, head + length)
    this.bytes = bytes.subarray(head + length)
    const opcode = bytes[0] & 0x0f
    if (opcode === OPCODE.binary) this.messages.push(decode(payload))
    if (opcode === OPCODE.pong) this.pongs++
    if (opcode === OPCODE.close) this.closeCode = length >= 2 ? payload.readUInt16BE(0) : 1005
    return true
  }

  async until(condition, what) {
    let look
    const met = new Promise((done, fail) => {
      look = () => {
        const value = condition()
        if (value) done(value)
        else if (this.gone) fail(new Error(`the connection ended before: ${what}`))
      }
      this.looks.add(look)
      look()
    })
    try {
      return await within(met, what)
    } finally {
      this.looks.delete(look)
    }
  }

  /** Sends an HTTP request; resolves with the status, 0 if the server hangs up without one. */
  async request(lines) {
    this.write(`${lines.join('\r\n')}\r\n\r\n`)
    const head = await Promise.race([
      this.until(() => this.bytes.indexOf('\r\n\r\n') + 1, 'an HTTP answer').catch(() => 0),
      this.ended.then(() => 0),
    ])
    if (head === 0) return 0
    this.head = this.bytes.subarray(0, head - 1).toString()
    this.bytes = this.bytes.subarray(head + 3)
    const status = Number(this.head.split(' ')[1])
    if (status === 101) {
      this.upgraded = true
      this.take(Buffer.alloc(0))
    }
    return status
  }

  write(bytes) {
    if (!this.socket.destroyed) this.socket.write(bytes)
  }

  /** One whole message. */
  send(value) {
    this.sendBytes(encode(value))
  }

  sendBytes(bytes) {
    this.write(frame(OPCODE.binary, bytes))
  }

  /** The first message of this type, now or later. */
  message(type, fits = () => true) {
    const find = () => this.messages.find((message) => message.type === type && fits(message))
    return this.until(find, `a message ${type}`)
  }

  /** Waits for the server to end the connection; the code of its close frame, if it sent one. */
  async end() {
    const said = () => this.closeCode !== undefined || this.gone
    await this.until(said, 'a close frame or the end')
    this.socket.end() // as a client does that was told to go
    await within(this.ended, 'the connection ends')
    return this.closeCode
  }

  /** From now on reads without looking at what comes, which costs next to nothing. */
  ignore() {
    this.socket.removeAllListeners('data').resume()
  }

  destroy() {
    this.socket.destroy()
  }
}

/** The request that opens a WebSocket, with headers changed or, if undefined, left out. */
export function upgrade(server, headers = {}, path = '/ws') {
  const all = {
    Host: server.host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Protocol': 'ropewalk.v1',
    ...headers,
  }
  const lines = Object.entries(all).filter(([, value]) => value !== undefined)
  return [`GET ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)]
}
