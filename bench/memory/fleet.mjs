// Viewers that are just there, at one frame per second. Prints "ready" once all are welcome, and
// stays until its standard input ends. Usage: fleet.mjs URL COUNT ROOM…
import { createRequire } from 'node:module'

const packages = createRequire(new URL('../../tests/integration/node/package.json', import.meta.url))
const { encode } = packages('@msgpack/msgpack')
const WebSocket = packages('ws')

const AT_ONCE = 10 // in their handshakes

const [url, count, ...rooms] = process.argv.slice(2)
let begun = 0

function join(room) {
  return new Promise((resolve, reject) => {
    const options = { rejectUnauthorized: false, perMessageDeflate: false }
    const socket = new WebSocket(url, 'ropewalk.v1', options)
    const hello = { type: 'hello', version: 1, room, encodings: ['f32'], rate: 1 }
    socket.on('open', () => socket.send(encode(hello)))
    socket.on('message', resolve)
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)))
  })
}

async function joinInTurn() {
  while (begun < Number(count)) await join(rooms[begun++ % rooms.length])
}

await Promise.all(Array.from({ length: AT_ONCE }, joinInTurn))
console.log('ready')
process.stdin.resume().on('end', () => process.exit())
