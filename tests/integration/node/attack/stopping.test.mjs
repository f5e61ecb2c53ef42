// The server is told to stop while it is attacked.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { encode } from '@msgpack/msgpack'
import { frame, OPCODE, RawSocket } from '../lib/raw_socket.mjs'
import { sleep, within } from '../lib/server.mjs'
import { HONEST_COUNT, siege } from './siege.mjs'

const packed = (value) => Buffer.from(encode(value))

siege('stopped while attacked', {}, (attack) => {
  it('SIGTERM: every honest viewer is told, and the server ends with 0', async () => {
    const { server, honest } = attack
    const flooding = await Promise.all(Array.from({ length: 5 }, () => attack.join()))
    const mute = await attack.join({ room: 'CLOTH', rate: 60 })
    mute.socket.pause()
    const idle = await Promise.all(Array.from({ length: 20 }, () => attack.connect()))
    for (const raw of idle.slice(10)) raw.write('GET / HTTP/1.1\r\nX: ')
    const half = await attack.open()
    half.write(frame(OPCODE.binary, Buffer.alloc(100)).subarray(0, 50))
    const pings = Buffer.concat(Array(200).fill(frame(OPCODE.ping, Buffer.alloc(100))))
    const release = packed({ type: 'release', seq: 1, hand: 0 })
    const timer = setInterval(() => {
      for (const raw of flooding) raw.write(Buffer.concat([pings, frame(OPCODE.binary, release)]))
      RawSocket.connect(server).then((raw) => attack.attackers.push(raw), () => {})
    }, 20)
    await sleep(500)
    server.child.kill('SIGTERM')
    const codes = await within(Promise.all(honest.map((viewer) => viewer.closed)), 'all are told')
    assert.deepEqual(codes.map(({ code }) => code), Array(HONEST_COUNT).fill(1001))
    for (const viewer of honest) {
      assert.ifError(viewer.fault)
      assert.equal(viewer.closing.retry_s, 5)
    }
    const exit = await within(server.exited, 'the server ends').finally(() => clearInterval(timer))
    assert.deepEqual(exit, { code: 0, signal: null })
  })
})
