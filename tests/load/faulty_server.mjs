// A server that speaks the protocol and breaks one rule of it, named by the room's code. Prints its
// port. It runs until its input ends.
import { createRequire } from 'node:module'

const require = createRequire(new URL('../integration/node/', import.meta.url))
const { WebSocketServer } = require('ws')
const { decode, encode } = require('@msgpack/msgpack')

const PARTICLES = 5
const RATE_HZ = 30 // of frames; two steps each
const GOOD_TICKS = 20 // before the rule is broken

const now = () => Number(process.hrtime.bigint()) / 1e6

// A frame on a grid with all particles at the origin, independent or against another.
function still(number, base) {
  const head = Buffer.alloc(base === undefined ? 9 : 13)
  head.write(base === undefined ? 'K' : 'D')
  head.writeUInt32LE(number, 1)
  if (base !== undefined) head.writeUInt32LE(base, 5)
  return Buffer.concat([head, Buffer.of(0x07)])
}

class Room {
  constructor(socket, fault) {
    this.socket = socket
    this.fault = fault
    this.ticks = 0
    this.e = 7
    this.step = 100
    this.number = 0 // of the last frame on a grid
  }

  send(message) {
    this.socket.send(encode(message))
  }

  state() {
    return {
      e: this.e, step: this.step, lost: 0, paused: false,
      room: { code: this.fault, title: 'Faulty' },
      scene: { name: 'chain', title: 'Chain', version: 1, h: 1 / 60, particles: PARTICLES },
      seats: [], hands: [],
    }
  }

  welcome() {
    this.send({
      type: 'welcome', version: 1, server: 'faulty', core: 1, seat: 1, name: 'load', host: false,
      colour: '#000000', rights: ['grab'], resume: 'key',
      encoding: this.fault === 'UNREADABLE' ? 'grid0.5' : 'f32', rate: RATE_HZ,
      limits: {}, state: this.state(),
    })
  }

  tick(changes = {}) {
    this.step += 2
    const frame = this.fault === 'UNREADABLE' ? still(++this.number) : Buffer.alloc(12 * PARTICLES)
    const tick = {
      type: 'tick', e0: this.e, e: this.e, events: [], step: this.step, time: now(), lost: 0,
      frame, hands: [], ...changes,
    }
    for (const key of Object.keys(tick)) if (tick[key] === undefined) delete tick[key]
    this.send(tick)
  }

  event() {
    return { type: 'left', seat: 2, step: this.step }
  }

  // Called RATE_HZ times a second.
  turn() {
    this.ticks++
    if (this.ticks < GOOD_TICKS || this.fault === 'NONE') {
      // An event now and then, as it should be.
      if (this.ticks % 7 === 0) {
        this.tick({ e: this.e + 1, events: [this.event()] })
        this.e++
      } else {
        this.tick()
      }
    } else if (this.ticks === GOOD_TICKS) {
      faults[this.fault](this)
    } else if (this.fault !== 'SILENCE') {
      this.tick()
    }
  }
}

const faults = {
  EVENT_GAP(room) {
    room.tick({ e: room.e + 2, events: [room.event()] })
    room.e += 2
  },
  WRONG_E0(room) {
    room.e++
    room.tick()
  },
  STEP_FELL(room) {
    room.step -= 10
    room.tick()
  },
  FRAME_LENGTH(room) {
    room.tick({ frame: Buffer.alloc(12 * PARTICLES - 4) })
  },
  NOT_FINITE(room) {
    const frame = Buffer.alloc(12 * PARTICLES)
    frame.writeFloatLE(Number.NaN, 16)
    room.tick({ frame })
  },
  UNREADABLE(room) {
    room.tick({ frame: still(++room.number, room.number - 2) })
  },
  NO_FRAME(room) {
    room.e++
    room.tick() // a wrong e0, so that a state is asked for
    room.framelessOnce = true
  },
  OLD_STATE(room) {
    room.e++
    room.tick()
    room.e -= 3 // what the answer will say
  },
  SECOND_WELCOME(room) {
    room.welcome()
  },
  SILENCE() {},
  WRONG_ANSWER(room) {
    room.send({ type: 'ack', seq: 12, step: room.step })
  },
  NO_ANSWER() {},
  BAD_MESSAGE(room) {
    room.send({ type: 'tick', e0: room.e, e: room.e })
  },
  TEXT(room) {
    room.socket.send('a text')
  },
  BAD_FRAME(room) {
    room.socket._socket.write(Buffer.from([0xf2, 1, 0])) // reserved bits
  },
  CLOSED(room) {
    room.socket.close(1008, 'no reason')
  },
  NOT_TOLD(room) {
    room.socket._socket.destroy()
  },
}

function onMessage(room, message) {
  if (message.type === 'state') {
    room.send({ type: 'state', state: room.state() })
    if (room.framelessOnce) room.tick({ frame: undefined, hands: undefined })
  } else if (message.type === 'ping') {
    room.send({ type: 'pong', time: message.time, server_time: now(), step: room.step })
  } else if (message.seq !== undefined && room.fault !== 'NO_ANSWER') {
    room.send({ type: 'ack', seq: message.seq, step: room.step })
  }
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket) => {
  let room
  let timer
  socket.on('message', (bytes) => {
    const message = decode(bytes)
    if (message.type !== 'hello') return onMessage(room, message)
    room = new Room(socket, message.room)
    room.welcome()
    timer = setInterval(() => room.turn(), 1000 / RATE_HZ)
  })
  socket.on('close', () => clearInterval(timer))
  socket.on('error', () => {})
})
server.on('listening', () => console.log(server.address().port))
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
