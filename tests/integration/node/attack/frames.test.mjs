// Frames that break the WebSocket protocol. Where libwebsockets itself decides, it closes with 1002
// or ends the connection; that, and nothing else, is accepted.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { encode } from '@msgpack/msgpack'
import { frame, OPCODE } from '../lib/raw_socket.mjs'
import { full, within } from '../lib/server.mjs'
import { siege } from './siege.mjs'

const packed = (value) => Buffer.from(encode(value))
const ping = (time) => packed({ type: 'ping', time })
const { binary, continuation, close, text } = OPCODE

siege('frames', { flags: ['--handshakes-per-s-max', '1000'], concurrency: 8 }, (attack) => {
  async function assertStillServed(raw, time = Math.random()) {
    raw.sendBytes(ping(time))
    await raw.message('pong', (pong) => pong.time === time)
  }

  // Each connection has joined; `ends` are the close codes that may come, undefined for none.
  function kind(what, bytes, ends) {
    it(`${what}: ${ends.map((code) => code ?? 'the end').join(' or ')}`, async () => {
      const raw = await attack.join()
      raw.write(bytes)
      const code = await raw.end()
      assert.ok(ends.includes(code), `closed with ${code}`)
      assert.ok(!raw.messages.some((message) => message.type === 'pong'), 'what it said was not heard')
    })
  }

  // ---- heads ----

  for (const [name, bits] of Object.entries({ RSV1: 0x40, RSV2: 0x20, RSV3: 0x10, 'all three': 0x70 })) {
    const bytes = frame(binary, ping(1))
    bytes[0] |= bits
    kind(`the reserved bit ${name}`, bytes, [1002])
  }
  for (const opcode of [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) {
    kind(`the reserved opcode ${opcode}`, frame(opcode, ping(1)), [1002])
  }
  kind('a continuation of nothing', frame(continuation, ping(1)), [1002])
  kind('a continuation of nothing that is to go on', frame(continuation, ping(1), { fin: false }), [1002])
  kind('a message within a message', Buffer.concat([frame(binary, ping(1).subarray(0, 2), { fin: false }),
    frame(binary, ping(1))]), [1002])
  kind('a text message within a message', Buffer.concat([frame(binary, ping(1).subarray(0, 2), { fin: false }),
    frame(text, ping(1))]), [1002])
  kind('a message that begins as text', Buffer.concat([frame(text, ping(1).subarray(0, 2), { fin: false }),
    frame(continuation, ping(1).subarray(2))]), [1003])
  kind('HTTP after the upgrade', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'), [1002])
  kind('zeros', Buffer.alloc(5000), [1002])
  kind('ones', Buffer.alloc(5000, 0xff), [1002])

  // ---- lengths ----

  kind('a length of 2^31', frame(binary, Buffer.alloc(64), { length: 2n ** 31n }), [1009])
  kind('a length of 2^62', frame(binary, Buffer.alloc(64), { length: 2n ** 62n }), [1009])
  // libwebsockets hangs up on a length that is negative.
  kind('a length of 2^63', frame(binary, Buffer.alloc(64), { length: 2n ** 63n }), [undefined])
  kind('a length of 2^64 − 1', frame(binary, Buffer.alloc(64), { length: 2n ** 64n - 1n }), [undefined])
  kind('a frame of 4097 bytes', frame(binary, Buffer.alloc(4097)), [1009])
  kind('a frame of five million bytes', frame(binary, randomBytes(5_000_000)), [1009])
  kind('65 fragments', Buffer.concat(Array.from({ length: 65 }, (_, i) =>
    frame(i === 0 ? binary : continuation, Buffer.alloc(1), { fin: i === 64 }))), [1009])
  kind('a thousand empty fragments', Buffer.concat(Array.from({ length: 1000 }, (_, i) =>
    frame(i === 0 ? binary : continuation, Buffer.alloc(0), { fin: false }))), [1009])

  it('a length written longer than it need be is read', async () => {
    const raw = await attack.join()
    const bytes = frame(binary, ping(7))
    const key = bytes.subarray(2)
    raw.write(Buffer.concat([Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0, 0, ping(7).length]), key]))
    assert.equal((await raw.message('pong')).time, 7) // libwebsockets does not mind
  })

  it('a frame byte by byte is read', async () => {
    const raw = await attack.join()
    for (const byte of frame(binary, ping(8))) {
      raw.write(Buffer.from([byte]))
      await new Promise((done) => setImmediate(done)) // so that each is a packet of its own
    }
    assert.equal((await raw.message('pong')).time, 8)
  })

  it('a message in fragments of one byte with pings and pongs between them is read', async () => {
    const raw = await attack.join()
    const bytes = ping(9)
    bytes.forEach((byte, i) => {
      raw.write(frame(i === 0 ? binary : continuation, Buffer.from([byte]), { fin: i === bytes.length - 1 }))
      raw.write(frame(OPCODE.ping, Buffer.from([i])))
      raw.write(frame(OPCODE.pong, Buffer.from([i])))
    })
    assert.equal((await raw.message('pong')).time, 9)
    await raw.until(() => raw.pongs > 0, 'an answer to the pings')
  })

  // ---- control frames ----

  kind('a ping in fragments', frame(OPCODE.ping, Buffer.alloc(4), { fin: false }), [1002])
  kind('a close in fragments', frame(close, Buffer.from([3, 232]), { fin: false }), [1002])
  // libwebsockets hangs up on these without a word.
  kind('a ping of 126 bytes', frame(OPCODE.ping, Buffer.alloc(126)), [undefined])
  kind('a pong of 126 bytes', frame(OPCODE.pong, Buffer.alloc(126)), [undefined])
  kind('a close of 126 bytes', frame(close, Buffer.alloc(126)), [undefined])

  it('a ping of 125 bytes is answered with the same', async () => {
    const raw = await attack.join()
    raw.write(frame(OPCODE.ping, Buffer.alloc(125)))
    await raw.until(() => raw.pongs === 1, 'a pong')
  })

  // libwebsockets answers a close without a code, or with half of one, without a code.
  kind('a close without a code', frame(close, Buffer.alloc(0)), [1005])
  kind('a close of one byte', frame(close, Buffer.from([3])), [1005])
  for (const code of [0, 999, 1004, 1005, 1006, 1012, 1015, 1016, 2999]) {
    kind(`a close with ${code}`, frame(close, Buffer.from([code >> 8, code & 255])), [1002])
  }
  // Private codes and those of nobody are given back as they came: nothing is done with them.
  for (const code of [1000, 1001, 1011, 3000, 4001, 4999, 5000, 65535]) {
    kind(`a close with ${code}`, frame(close, Buffer.from([code >> 8, code & 255])), [code, 1002])
  }
  // libwebsockets does not read the reason, and we do not use it.
  kind('a close whose reason is not UTF-8', frame(close, Buffer.from([3, 232, 0xff, 0xfe])), [1000, 1002, 1007])
  kind('a close, then more messages', Buffer.concat([frame(close, Buffer.from([3, 232])),
    ...Array(50).fill(frame(binary, ping(1)))]), [1000])
  kind('a close within a message', Buffer.concat([frame(binary, ping(1).subarray(0, 3), { fin: false }),
    frame(close, Buffer.from([3, 232])), frame(continuation, ping(1).subarray(3))]), [1000])

  // ---- masks ----

  // A known gap: libwebsockets 4.1.6 reads frames without a mask and does not say so. What the mask
  // guards against, proxies that take a page's bytes for HTTP, is not ours to be harmed by.
  it('an unmasked frame: read like another, or 1002', async () => {
    const raw = await attack.join()
    raw.write(frame(binary, ping(4), { masked: false }))
    await raw.until(() => raw.closeCode === 1002 || raw.messages.some((m) => m.type === 'pong'), 'either')
  })

  it('a mask of zeros is a mask', async () => {
    const raw = await attack.join()
    const bytes = ping(5)
    raw.write(Buffer.concat([Buffer.from([0x82, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]))
    assert.equal((await raw.message('pong')).time, 5)
  })

  // ---- half ways ----

  it('the end of sending right after the upgrade, half a frame or half a message: the connection ends', async () => {
    const halves = [Buffer.alloc(0), frame(binary, Buffer.alloc(100)).subarray(0, 1),
      frame(binary, Buffer.alloc(100)).subarray(0, 50), frame(binary, Buffer.alloc(10), { fin: false })]
    for (const bytes of halves) {
      for (const raw of [await attack.open(), await attack.join()]) {
        raw.write(bytes)
        raw.socket.end()
        await within(raw.ended, 'the end')
      }
    }
  })

  it('a reset in the middle of a frame: the seat is left and its hand lets go', async () => {
    const [witness] = attack.honest // in CHAIN
    for (let i = 0; i < (full ? 20 : 3); i++) {
      const raw = await attack.join()
      const { seat } = raw.messages.find((m) => m.type === 'welcome')
      raw.send({ type: 'grab', seq: 1, hand: 0, particle: 5, at: [0, 1, 0] })
      await raw.message('ack')
      raw.write(frame(binary, Buffer.alloc(100)).subarray(0, 30))
      raw.socket.resetAndDestroy()
      await witness.event('let_go', 0, (e) => e.seat === seat && e.reason === 'disconnected')
      await witness.event('left', 0, (e) => e.seat === seat)
    }
  })

  // ---- floods ----

  // What the server reads at its own pace, in pieces of a thousand frames.
  async function flood(raw, bytes, pieces) {
    for (let i = 0; i < pieces && !raw.gone; i++) {
      if (!raw.socket.write(bytes)) {
        const drained = new Promise((done) => raw.socket.once('drain', done))
        await within(Promise.race([drained, raw.ended]), 'the flood is read')
      }
    }
  }

  it('a flood of pings: some are answered, and the connection is good for more', async () => {
    const raw = await attack.join()
    await flood(raw, Buffer.concat(Array(1000).fill(frame(OPCODE.ping, Buffer.alloc(100)))), full ? 300 : 30)
    await raw.until(() => raw.pongs > 0, 'a pong')
    await assertStillServed(raw)
  })

  it('a flood of pings from one who does not read: memory stays, others are served', async () => {
    const raw = await attack.join()
    raw.socket.pause()
    await flood(raw, Buffer.concat(Array(1000).fill(frame(OPCODE.ping, Buffer.alloc(125)))), 20)
    await attack.assertServed()
  })

  it('a flood of pongs that nobody asked for: ignored', async () => {
    const raw = await attack.join()
    await flood(raw, Buffer.concat(Array(1000).fill(frame(OPCODE.pong, Buffer.alloc(100)))), full ? 300 : 30)
    await assertStillServed(raw)
  })

  it('a flood of empty messages: closed with 1007 at the first', async () => {
    const raw = await attack.join()
    await flood(raw, Buffer.concat(Array(1000).fill(frame(binary, Buffer.alloc(0)))), 5)
    assert.equal(await raw.end(), 1007)
    assert.equal(raw.messages.filter(({ code }) => code === 'bad_message').length, 1)
  })
})
