// A viewer made of nothing but npm's ws and @msgpack/msgpack, to hold ropewalk-load against.
// Usage: node plain_viewer.mjs PORT ROOM RATE. Follows the room until its input ends, then prints
// every frame as one JSON array of [step, due ms, ms from due to arrival].
import { createRequire } from 'node:module'

const require = createRequire(new URL('../integration/node/', import.meta.url))
const WebSocket = require('ws')
const { decode, encode } = require('@msgpack/msgpack')

const [port, room, rate] = process.argv.slice(2)
const frames = []
const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, 'ropewalk.v1', {
  perMessageDeflate: false,
})
socket.on('open', () => socket.send(encode({
  type: 'hello', version: 1, room, encodings: ['f32'], rate: Number(rate), name: 'plain',
})))
socket.on('message', (bytes) => {
  const arrived = Number(process.hrtime.bigint()) / 1e6 // the monotonic clock, as the server's
  const message = decode(bytes)
  if (message.type === 'welcome') console.log('joined')
  if (message.type === 'tick' && message.frame) {
    frames.push([message.step, message.time, arrived - message.time])
  }
})
socket.on('close', () => {
  console.log(JSON.stringify(frames))
  process.exit(0)
})
socket.on('error', (error) => {
  console.error(error)
  process.exit(1)
})
process.stdin.resume()
process.stdin.on('end', () => socket.close(1000))
