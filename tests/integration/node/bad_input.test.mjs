// Whatever a client sends, it alone bears it: an honest viewer of the same room sees every event
// and no gap, and the server's memory stays flat.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { encode } from '@msgpack/msgpack'
import { Follower } from './lib/follower.mjs'
import { frame, OPCODE, RawSocket, upgrade } from './lib/raw_socket.mjs'
import { full, Server, sleep, within } from './lib/server.mjs'

// Sanitizers keep freed memory for a while, and the allocator its arenas: this is for what grows
// without end.
const GROWTH_BYTES_MAX = 10e6

const at = [0, 1, 0]
const hello = { type: 'hello', version: 1, room: 'CHAIN', encodings: ['f32'] }

describe('bad input', () => {
  let server, honest, residentBefore, silent
  before(async () => {
    server = await Server.start('--metrics', 'open')
    silent = await RawSocket.open(server) // until the last test
  })
  beforeEach(async () => {
    honest = await Follower.join(server, { room: 'CHAIN', rate: 60 })
    residentBefore = await server.residentBytes()
  })
  afterEach(async () => {
    // The honest viewer is served as before, and has missed nothing.
    const from = honest.frameStep
    await honest.order('gust', { direction: [1, 0, 0], strength: 1, duration: 0.1 })
    await honest.event('gust')
    await honest.until(() => honest.frameStep > from + 10, 'ten more steps')
    for (let i = 1; i < honest.ticks.length; i++) {
      const gap = honest.ticks[i].step - honest.ticks[i - 1].step
      assert.ok(gap < 60, `a second without a frame: ${gap} steps`)
    }
    const growth = (await server.residentBytes()) - residentBefore
    assert.ok(growth < GROWTH_BYTES_MAX, `${growth} bytes more`)
    await server.dismiss()
  })
  after(async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    await server.stop()
    for (const name of ['not_finite', 'posts_lost']) {
      assert.match(metrics, new RegExp(`^ropewalk_${name}_total 0$`, 'm'))
    }
  })

  const open = () => RawSocket.open(server)
  const join = () => RawSocket.join(server, { room: 'CHAIN' })

  // Sends one message on a connection that has joined; its refusal.
  async function refusal(raw, message) {
    const before = raw.messages.length
    raw.sendBytes(message instanceof Uint8Array ? message : encode(message))
    const find = () => raw.messages.slice(before).find((m) => m.type === 'refused')
    return raw.until(find, `a refusal of ${JSON.stringify(message)?.slice(0, 80)}`)
  }

  // ---- the handshake ----

  it('a handshake that is not ours is refused', async () => {
    const wrong = {
      'no subprotocol': { 'Sec-WebSocket-Protocol': undefined },
      'another subprotocol': { 'Sec-WebSocket-Protocol': 'chat' },
      'the name of another protocol of the server': { 'Sec-WebSocket-Protocol': 'http' },
      'a later version of the subprotocol': { 'Sec-WebSocket-Protocol': 'ropewalk.v2' },
      'another origin': { Origin: 'http://evil.example' },
      'a sandboxed origin': { Origin: 'null' },
      'an origin that begins alike': { Origin: `http://${server.host}.evil.example` },
      'an origin of another port': { Origin: 'http://127.0.0.1:1' },
      'http/2': { Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' },
      'an unknown upgrade': { Upgrade: 'gopher' },
      'no key': { 'Sec-WebSocket-Key': undefined },
    }
    for (const [what, headers] of Object.entries(wrong)) {
      const raw = await RawSocket.connect(server)
      assert.notEqual(await raw.request(upgrade(server, headers)), 101, what)
      raw.destroy()
    }
    for (const path of ['/', '/ws/', '/wss', '/ws/x', '/api/rooms', '/r/CHAIN']) {
      const raw = await RawSocket.connect(server)
      assert.notEqual(await raw.request(upgrade(server, {}, path)), 101, path)
      raw.destroy()
    }
  })

  it('our own page’s origin and one of several subprotocols are welcome', async () => {
    const right = [{ Origin: `http://${server.host}` },
      { 'Sec-WebSocket-Protocol': 'chat, ropewalk.v1' }]
    for (const headers of right) {
      const raw = await RawSocket.connect(server)
      assert.equal(await raw.request(upgrade(server, headers)), 101)
      assert.match(raw.head, /^sec-websocket-protocol: ropewalk\.v1\r?$/im)
      raw.destroy()
    }
  })

  it('no extension is negotiated', async () => {
    const raw = await RawSocket.connect(server)
    const headers = { 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' }
    assert.equal(await raw.request(upgrade(server, headers)), 101)
    assert.doesNotMatch(raw.head, /sec-websocket-extensions/i)
    raw.destroy()
  })

  // ---- the life of a connection ----

  it('a text message closes the connection with 1003', async () => {
    for (const opened of [await open(), await join()]) {
      opened.write(frame(OPCODE.text, Buffer.from('{"type": "hello"}')))
      assert.equal(await opened.end(), 1003)
    }
  })

  it('commands before hello are refused, and hello still works', async () => {
    const raw = await open()
    const early = [{ type: 'grab', seq: 1, hand: 0, particle: 1, at }, { type: 'reset', seq: 2 },
      { type: 'rate', seq: 3, rate: 60 }, { type: 'state' }]
    for (const message of early) {
      const { code, seq } = await refusal(raw, message)
      assert.deepEqual([code, seq], ['not_joined', message.seq])
    }
    raw.send({ type: 'ping', time: 12.5 })
    const pong = await raw.message('pong')
    assert.deepEqual([pong.time, pong.step], [12.5, 0], 'a network can be measured before')
    raw.send(hello)
    await raw.message('welcome')
    assert.equal((await refusal(raw, hello)).code, 'already_joined')
    raw.destroy()
  })

  it('a hello that cannot be agreed on closes the connection with its own code', async () => {
    const wrong = [
      [{ version: 2 }, 'unsupported_version', 4006],
      [{ version: 2, encodings: 'none', room: 7 }, 'unsupported_version', 4006],
      [{ encodings: ['zip', 'K1'] }, 'no_encoding', 4006],
      [{ encodings: [] }, 'no_encoding', 4006],
      [{ room: 'NOROOM' }, 'no_such_room', 4004],
    ]
    for (const [fields, code, closes] of wrong) {
      const raw = await open()
      assert.equal((await refusal(raw, { ...hello, ...fields })).code, code)
      assert.equal(await raw.end(), closes)
    }
  })

  // ---- messages ----

  it('what is not one msgpack map is refused and closes the connection with 1007', async () => {
    const deep = (byte, count) => Buffer.alloc(count, byte)
    const map = (...bytes) => Buffer.from([0x81, 0xa1, 0x78, ...bytes]) // {"x": …
    const wrong = {
      'an empty message': Buffer.alloc(0),
      'an array': Buffer.from(encode([1, 2])),
      'a number': Buffer.from([7]),
      'the byte that msgpack never uses': map(0xc1),
      'a map that ends early': Buffer.from(encode(hello)).subarray(0, 20),
      'a byte left over': Buffer.concat([encode(hello), Buffer.from([0])]),
      'two messages in one': Buffer.concat([encode(hello), encode(hello)]),
      'a key twice': Buffer.from([0x82, 0xa1, 0x78, 1, 0xa1, 0x78, 2]),
      'a key that is a number': Buffer.from([0x81, 1, 2]),
      'arrays nested as deep as the message is long': map(...deep(0x91, 4000)),
      'maps nested deep': Buffer.concat(Array(1000).fill(map())),
      'an array of four billion': map(0xdd, 0xff, 0xff, 0xff, 0xff),
      'a map of four billion': Buffer.from([0xdf, 0xff, 0xff, 0xff, 0xff]),
      'a map of two billion in a map': map(0xdf, 0x7f, 0xff, 0xff, 0xff),
      'a bin longer than the message': map(0xc6, 0xff, 0xff, 0xff, 0xff),
      'a string longer than the message': map(0xdb, 0xff, 0xff, 0xff, 0xff),
      'an ext longer than the message': map(0xc9, 0xff, 0xff, 0xff, 0xff, 1),
      'noise': randomBytes(1000).fill(0xff, 0, 1),
    }
    for (const [what, bytes] of Object.entries(wrong)) {
      for (const raw of [await open(), await join()]) {
        raw.sendBytes(bytes)
        assert.equal(await raw.end(), 1007, what)
        assert.equal(raw.messages.at(-1).code ?? raw.messages.find((m) => m.code).code,
          'bad_message', what)
      }
    }
  })

  it('arrays nested 100,000 deep and other giants are not even read', async () => {
    for (const bytes of [Buffer.alloc(100_000, 0x91), randomBytes(5_000_000)]) {
      const raw = await join()
      raw.sendBytes(bytes)
      assert.equal(await raw.end(), 1009)
    }
  })

  it('missing fields, wrong types and numbers out of range are named', async () => {
    const wrong = [
      [{ seq: 1 }, 'missing_field', /type/],
      [{ type: 7, seq: 1 }, 'bad_type', /type/],
      [{ type: 'dance', seq: 1 }, 'unknown_type', /dance/],
      [{ type: 'welcome', seq: 1 }, 'unknown_type', /welcome/],
      [{ type: 'grab', hand: 0, particle: 1, at }, 'missing_field', /seq/],
      [{ type: 'grab', seq: -1, hand: 0, particle: 1, at }, 'out_of_range', /seq/],
      [{ type: 'grab', seq: 2 ** 40, hand: 0, particle: 1, at }, 'out_of_range', /seq/],
      [{ type: 'grab', seq: 1.5, hand: 0, particle: 1, at }, 'bad_type', /seq/],
      [{ type: 'grab', seq: 1, particle: 1, at }, 'missing_field', /hand/],
      [{ type: 'grab', seq: 1, hand: 0, at }, 'missing_field', /particle/],
      [{ type: 'grab', seq: 1, hand: 0, particle: '1', at }, 'bad_type', /particle/],
      [{ type: 'grab', seq: 1, hand: 0, particle: -1, at }, 'out_of_range', /particle/],
      [{ type: 'grab', seq: 1, hand: 0, particle: 1 }, 'missing_field', /at/],
      [{ type: 'grab', seq: 1, hand: 0, particle: 1, at: [0, 1] }, 'bad_type', /at/],
      [{ type: 'grab', seq: 1, hand: 0, particle: 1, at: [0, 1, '2'] }, 'bad_type', /at/],
      [{ type: 'grab', seq: 1, hand: 0, particle: 1, at: null }, 'bad_type', /at/],
      [{ type: 'move', seq: 1, at }, 'missing_field', /hand/],
      [{ type: 'gust', seq: 1, strength: 1, duration: 1 }, 'missing_field', /direction/],
      [{ type: 'gust', seq: 1, direction: [0, 0, 0], strength: 1, duration: 1 }, 'out_of_range',
        /direction/],
      [{ type: 'gust', seq: 1, direction: [1, 0, 0], strength: 101, duration: 1 }, 'out_of_range',
        /strength.*0 and 100/],
      [{ type: 'gust', seq: 1, direction: [1, 0, 0], strength: 1, duration: 0 }, 'out_of_range',
        /duration.*0\.02 and 10/],
      [{ type: 'gust', seq: 1, direction: [1, 0, 0], strength: 1, duration: 1, width: -1 },
        'out_of_range', /width.*0 and 10/],
      [{ type: 'set', seq: 1, parameter: 'gravity' }, 'missing_field', /value/],
      [{ type: 'set', seq: 1, parameter: 'gravity', value: true }, 'bad_type', /value/],
      [{ type: 'set', seq: 1, parameter: 7, value: 1 }, 'bad_type', /parameter/],
      [{ type: 'scene', seq: 1 }, 'missing_field', /scene/],
      [{ type: 'scene', seq: 1, scene: 'rope', parameters: [] }, 'bad_type', /parameters/],
      [{ type: 'rate', seq: 1, rate: 0 }, 'out_of_range', /60, 30, 20, 10 or 1/],
      [{ type: 'ping' }, 'missing_field', /time/],
      [{ type: 'ping', time: NaN }, 'out_of_range', /time/],
    ]
    const raw = await join()
    for (const [message, code, sentence] of wrong) {
      const answer = await refusal(raw, message)
      const shown = JSON.stringify(message)
      assert.equal(answer.code, code, shown)
      assert.match(answer.message, sentence, shown)
      if (message.seq === 1 && message.type !== 'ping') assert.equal(answer.seq, 1, shown)
    }
    raw.destroy()
    const early = await open()
    for (const field of ['version', 'room', 'encodings']) {
      const { [field]: _, ...rest } = hello
      const answer = await refusal(early, rest)
      assert.equal(answer.code, 'missing_field')
      assert.match(answer.message, new RegExp(field))
    }
    early.destroy()
  })

  it('unknown fields are ignored', async () => {
    const raw = await open()
    raw.send({ ...hello, theme: 'dark', plugins: [{ nested: { deep: [1] } }], padding: null })
    await raw.message('welcome')
    raw.send({ type: 'gust', seq: 9, direction: [1, 0, 0], strength: 1, duration: 1, colour: 'red' })
    await raw.message('ack', ({ seq }) => seq === 9)
    raw.destroy()
  })

  it('numbers that are not finite, too large, denormal or past the end are refused', async () => {
    const raw = await join()
    const bad = [NaN, Infinity, -Infinity, 1e38, -1e38, 1e300]
    const messages = []
    for (const value of bad) {
      for (const axis of [0, 1, 2]) {
        const point = at.map((c, i) => (i === axis ? value : c))
        messages.push({ type: 'grab', seq: 1, hand: 0, particle: 1, at: point })
      }
      messages.push(
        { type: 'gust', seq: 1, direction: [1, 0, 0], strength: value, duration: 1 },
        { type: 'gust', seq: 1, direction: [1, 0, 0], strength: 1, duration: value },
        { type: 'gust', seq: 1, direction: [1, 0, 0], strength: 1, duration: 1, width: value },
        { type: 'set', seq: 1, parameter: 'gravity', value },
        { type: 'set', seq: 1, parameter: 'iterations', value },
        { type: 'set', seq: 1, parameter: 'links', value },
        { type: 'scene', seq: 1, scene: 'rope', parameters: { length: value } })
    }
    for (const value of [NaN, Infinity, 1e39]) {
      messages.push({ type: 'gust', seq: 1, direction: [value, 1, 0], strength: 1, duration: 1 })
    }
    for (const value of [0, 2 ** 31, 2 ** 32, -1, 0.5, 1e-40]) {
      messages.push({ type: 'set', seq: 1, parameter: 'iterations', value },
        { type: 'set', seq: 1, parameter: 'links', value })
    }
    messages.push({ type: 'set', seq: 1, parameter: 'gravity', value: 1e-40 },
      { type: 'set', seq: 1, parameter: 'damping', value: -1e-40 })
    for (const message of messages) {
      const shown = JSON.stringify(message, (_, v) => (Number.isFinite(v) ? v : String(v)))
      assert.equal((await refusal(raw, message)).code, 'out_of_range', shown)
    }
    for (const particle of [21, 2 ** 31, 2 ** 32 - 1]) {
      const { code } = await refusal(raw, { type: 'grab', seq: 1, hand: 0, particle, at })
      assert.equal(code, 'no_such_particle')
    }
    raw.destroy()
  })

  it('a direction with huge or denormal numbers blows and harms nothing', async () => {
    const raw = await join()
    const directions = [[1e38, 1e38, -1e38], [1e-40, 0, 0], [1e-45, 1e38, 0], [3.4e38, 0, 0]]
    for (const [seq, direction] of directions.entries()) {
      raw.send({ type: 'gust', seq, direction, strength: 100, duration: 0.1, width: 0 })
      await raw.until(() => raw.messages.some((m) => m.seq === seq), 'an answer')
    }
    const from = honest.frameStep
    await honest.until(() => honest.frameStep > from + 30, 'half a second') // each frame is checked
    raw.destroy()
  })

  // ---- frames ----

  it('a message may come byte by byte, and pings between its fragments', async () => {
    const raw = await open()
    for (const byte of frame(OPCODE.binary, Buffer.from(encode(hello)))) {
      raw.write(Buffer.from([byte]))
      await new Promise((done) => setImmediate(done)) // so that each is a packet of its own
    }
    await raw.message('welcome')
    const ping = encode({ type: 'ping', time: 5 })
    ping.forEach((byte, i) => {
      const opcode = i === 0 ? OPCODE.binary : OPCODE.continuation
      raw.write(frame(opcode, Buffer.from([byte]), { fin: i === ping.length - 1 }))
      raw.write(frame(OPCODE.ping, Buffer.from([i])))
    })
    assert.equal((await raw.message('pong')).time, 5)
    await raw.until(() => raw.pongs > 0, 'pongs')
    raw.destroy()
  })

  it('fragments without an end, even empty ones, close the connection with 1009', async () => {
    for (const size of [0, 1]) {
      const raw = await join()
      raw.write(frame(OPCODE.binary, Buffer.alloc(size), { fin: false }))
      const piece = frame(OPCODE.continuation, Buffer.alloc(size), { fin: false })
      for (let i = 0; i < 1000; i++) raw.write(piece)
      assert.equal(await raw.end(), 1009, `${size} bytes each`)
    }
  })

  it('a frame that claims 2^62 bytes closes the connection with 1009', async () => {
    const raw = await join()
    raw.write(frame(OPCODE.binary, Buffer.alloc(16), { length: 2n ** 62n }))
    assert.equal(await raw.end(), 1009)
  })

  it('frames that break the WebSocket protocol end the connection', async () => {
    const wrong = [
      frame(OPCODE.continuation, Buffer.from('x')), // of nothing
      frame(3, Buffer.from('x')), // an opcode that nobody uses
      frame(OPCODE.ping, Buffer.alloc(126)), // a control frame too long
      frame(OPCODE.binary, Buffer.alloc(4), { length: 2n ** 63n }), // a negative length
      Buffer.concat([frame(OPCODE.binary, Buffer.from('x'), { fin: false }),
        frame(OPCODE.binary, Buffer.from('y'))]), // a message within a message
    ]
    for (const [i, bytes] of wrong.entries()) {
      const raw = await join()
      raw.write(bytes)
      await raw.until(() => raw.gone || raw.closeCode !== undefined, `the end of ${i}`)
      raw.destroy()
    }
  })

  it('unmasked frames do no harm', async () => {
    const raw = await join()
    for (let i = 0; i < 20; i++) {
      raw.write(frame(OPCODE.binary, Buffer.from(encode({ type: 'ping', time: i })),
        { masked: false }))
    }
    raw.destroy()
  })

  it('a flood of pings is answered or dropped, in constant memory', async () => {
    const raw = await join()
    const resident = await server.residentBytes()
    const flood = Buffer.concat(Array(1000).fill(frame(OPCODE.ping, Buffer.alloc(100))))
    for (let i = 0; i < 100 && !raw.gone; i++) {
      if (!raw.socket.write(flood)) {
        await within(new Promise((done) => raw.socket.once('drain', done)), 'the flood is read')
      }
    }
    const growth = (await server.residentBytes()) - resident
    assert.ok(growth < GROWTH_BYTES_MAX / 4, `${growth} bytes more`)
    raw.destroy()
  })

  it('a flood of commands whose answers nobody reads ends in constant memory', async () => {
    const raw = await join()
    raw.socket.pause()
    const flood = Buffer.concat(Array.from({ length: 1000 }, (_, seq) =>
      frame(OPCODE.binary, Buffer.from(encode({ type: 'release', seq, hand: 0 })))))
    for (let i = 0; i < 100; i++) {
      raw.write(flood)
      await sleep(1)
    }
    raw.socket.resume() // to see the end
    assert.ok([undefined, 1008, 1013].includes(await raw.end()))
  })

  it('connections that go half way or vanish leave nobody behind', async () => {
    const mute = await RawSocket.connect(server) // says nothing at all
    const seats = honest.room.seats.size
    for (const vanish of [(s) => s.end(), (s) => s.destroy(), (s) => s.resetAndDestroy()]) {
      const raw = await join()
      raw.send({ type: 'grab', seq: 1, hand: 0, particle: 5, at })
      await raw.message('ack')
      await honest.until(() => honest.room.holds.size === 1, 'the hand of the one that vanishes')
      vanish(raw.socket)
      await honest.until(() => honest.room.holds.size === 0, 'the hand lets go')
      await honest.until(() => honest.room.seats.size === seats, 'the seat is left')
    }
    mute.destroy()
  })

  it('a connection that answers no ping is dropped', { skip: !full && 'only at length' },
    async () => {
      const seats = honest.room.seats.size
      const mute = await join() // reads, but never says anything again
      await honest.until(() => honest.room.seats.size === seats + 1, 'its seat is taken')
      await within(mute.ended, 'its end', 90_000)
      await honest.until(() => honest.room.seats.size === seats, 'its seat is left')
    })

  it('who does not say hello in time is closed with 1008', async () => {
    assert.equal(await silent.end(), 1008)
  })
})
