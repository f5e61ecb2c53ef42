// What a server in Node needs of the protocol so that ropewalk-load follows it.
import { createRequire } from 'node:module'

const require = createRequire(new URL('../../tests/integration/node/', import.meta.url))
const { WebSocketServer } = require('ws')
const { Encoder, decode } = require('@msgpack/msgpack')

export const STEPS_PER_S = 60

// Kept, so that not every message begins with a small buffer that has to grow.
const encoder = new Encoder({ initialBufferSize: 64 * 1024 })

// Milliseconds of the clock that ropewalk-load reads, too.
export const now = () => Number(process.hrtime.bigint()) / 1e6

// Calls `make(step, dueMs)` for each step when it is due, by timers that are set anew from the due
// time each time, so that they do not drift; `late(ms)` before the first one of those due then. Returns
// a function that ends it.
export function everyStep(make, late = () => {}) {
  const PERIOD_MS = 1000 / STEPS_PER_S
  const CATCH_UP_STEPS = 4
  const start = now()
  let step = 0
  let timer
  const go = () => {
    const at = now()
    // Beyond what can be caught up steps are left out, as the real server does.
    const reached = Math.floor((at - start) / PERIOD_MS)
    if (reached > step + CATCH_UP_STEPS) step = reached - CATCH_UP_STEPS
    const behind = at - (start + (step + 1) * PERIOD_MS)
    if (behind >= 0) late(behind)
    while (start + (step + 1) * PERIOD_MS <= at) {
      step++
      make(step, start + step * PERIOD_MS)
    }
    timer = setTimeout(go, Math.ceil(start + (step + 1) * PERIOD_MS - now()))
  }
  timer = setTimeout(go, PERIOD_MS)
  return () => clearTimeout(timer)
}

export const encodeTick = (step, time, positions) => encoder.encode({
  type: 'tick', e0: 0, e: 0, events: [], step, time, lost: 0,
  frame: new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength), hands: [],
})

// Who has something waiting is too slow for this one.
export function sendToAll(sockets, message) {
  for (const socket of sockets) if (socket.bufferedAmount === 0) socket.send(message)
}

function welcome(code, particles, step, rate) {
  return encoder.encode({
    type: 'welcome', version: 1, server: 'node', core: 1, seat: 1, name: 'load', host: false,
    colour: '#000000', rights: [], resume: 'none', encoding: 'f32', rate, limits: {},
    state: {
      e: 0, step, lost: 0, paused: false, room: { code, title: code }, seats: [], hands: [],
      scene: { name: code, title: code, version: 1, h: 1 / STEPS_PER_S, particles },
    },
  })
}

// Serves on a free port, which it prints. `join(code, socket)` gives the room, of which `particles`
// and `step` are told; `leave(code, socket)` is called if it had joined. `server`: of HTTP, which
// does not listen yet.
export function serve({ server, join, leave }) {
  const sockets = new WebSocketServer({
    server, perMessageDeflate: false, handleProtocols: () => 'ropewalk.v1',
  })
  sockets.on('connection', (socket) => {
    let code
    let room
    socket.on('message', (bytes) => {
      const message = decode(bytes)
      if (message.type === 'hello' && room === undefined) {
        code = message.room
        room = join(code, socket)
        socket.send(welcome(code, room.particles, room.step, message.rate))
      } else if (message.type === 'ping') {
        const pong = { type: 'pong', time: message.time, server_time: now(), step: room?.step ?? 0 }
        socket.send(encoder.encode(pong))
      }
    })
    socket.on('close', () => { if (room !== undefined) leave(code, socket) })
    socket.on('error', () => socket.terminate())
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
}
