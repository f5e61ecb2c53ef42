// npm's ws at its best: no compression, one tick encoded once for all, and a timer that does not
// drift. What it sends are moving random positions. Usage: ws_server.mjs PARTICLES; prints its port.
import { createServer } from 'node:http'
import { encodeTick, everyStep, sendToAll, serve } from '../peer/protocol.mjs'

const room = { particles: Number(process.argv[2]), step: 0 }
const positions = new Float32Array(3 * room.particles)
const sockets = new Set()

everyStep((step, dueMs) => {
  room.step = step
  if (sockets.size === 0) return
  for (let i = 0; i < positions.length; i++) positions[i] += 1e-3 * (Math.random() - 0.5)
  sendToAll(sockets, encodeTick(step, dueMs, positions))
})

serve({
  server: createServer(),
  join: (_, socket) => {
    sockets.add(socket)
    return room
  },
  leave: (_, socket) => sockets.delete(socket),
})
