// Messages that no client of ours would send: refused by name to the one who sent them.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { decode, encode } from '@msgpack/msgpack'
import { frame, OPCODE } from '../lib/raw_socket.mjs'
import { full } from '../lib/server.mjs'
import { siege } from './siege.mjs'

const at = [0, 1, 0]
const hello = { type: 'hello', version: 1, room: 'CHAIN', encodings: ['f32'] }
const bin = new Uint8Array([1, 2, 3])
const repeat = (byte, count) => Buffer.alloc(count, byte)
const inMap = (...bytes) => Buffer.from([0x81, 0xa1, 0x78, ...bytes]) // {"x": …
const packed = (value) => Buffer.from(encode(value))

siege('messages', { flags: ['--handshakes-per-s-max', '1000'], concurrency: 8 }, (attack) => {
  // The refusal of the next message; the connection stays open.
  async function refusal(raw, message) {
    const before = raw.messages.length
    raw.send(message)
    const find = () => raw.messages.slice(before).find((m) => m.type === 'refused')
    return raw.until(find, 'a refusal')
  }

  async function assertStillServed(raw) {
    const time = Math.random()
    raw.send({ type: 'ping', time })
    await raw.message('pong', (pong) => pong.time === time)
  }

  // ---- what is not a message ----

  const unreadable = {
    'an empty message': Buffer.alloc(0),
    'noise': randomBytes(2000).fill(0xff, 0, 1),
    'nil': Buffer.from([0xc0]),
    'the byte that msgpack never uses': inMap(0xc1),
    'an array in place of a map': packed([hello]),
    'a message within a bin': packed(packed(hello)),
    'a map that ends early': packed(hello).subarray(0, -1),
    'a string that ends early': inMap(0xa5, 0x61),
    'a float that ends early': inMap(0xcb, 0, 0, 0),
    'a byte left over': Buffer.concat([packed(hello), Buffer.from([0xc0])]),
    'two messages in one': Buffer.concat([packed(hello), packed(hello)]),
    'a key twice': Buffer.from([0x82, 0xa1, 0x78, 1, 0xa1, 0x78, 2]),
    'the key type twice': Buffer.concat([Buffer.from([0x82]), packed({ type: 'state' }).subarray(1),
      packed({ type: 'reset' }).subarray(1)]),
    'a key that is nil': Buffer.from([0x81, 0xc0, 1]),
    'a key that is a map': Buffer.from([0x81, 0x80, 1]),
    'arrays nested 4000 deep': inMap(...repeat(0x91, 4000)),
    'maps nested 1000 deep': Buffer.concat(Array(1000).fill(inMap())),
    'an array of 65,535 with none': inMap(0xdc, 0xff, 0xff),
    'an array of four billion with none': inMap(0xdd, 0xff, 0xff, 0xff, 0xff),
    'a map of four billion with none': Buffer.from([0xdf, 0xff, 0xff, 0xff, 0xff]),
    'a bin of four billion bytes with none': inMap(0xc6, 0xff, 0xff, 0xff, 0xff),
    'a string of four billion bytes with none': inMap(0xdb, 0xff, 0xff, 0xff, 0xff),
    'an ext of four billion bytes with none': inMap(0xc9, 0xff, 0xff, 0xff, 0xff, 1),
    'many arrays that claim all that is left': inMap(0xdc, 0x01, 0x00, ...repeat(0xdc, 300)),
  }
  for (const [what, bytes] of Object.entries(unreadable)) {
    it(`${what}: bad_message and 1007, before hello and after`, async () => {
      for (const raw of [await attack.open(), await attack.join()]) {
        raw.sendBytes(bytes)
        assert.equal(await raw.end(), 1007)
        assert.ok(raw.messages.some((message) => message.code === 'bad_message'))
      }
    })
  }

  const oversized = {
    'arrays nested 100,000 deep': repeat(0x91, 100_000),
    'ten thousand parameters': packed({ type: 'scene', seq: 1, scene: 'rope',
      parameters: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, i])) }),
    'a name of a megabyte': packed({ ...hello, name: 'x'.repeat(1 << 20) }),
  }
  for (const [what, bytes] of Object.entries(oversized)) {
    it(`${what}: 1009`, async () => {
      const raw = await attack.open()
      raw.sendBytes(bytes)
      assert.equal(await raw.end(), 1009)
      assert.deepEqual(raw.messages, [], 'it is not even read')
    })
  }

  it('a text message: 1003, whatever is in it', async () => {
    for (const text of ['', '{"type": "hello"}', '\xff\xfe', encode(hello)]) {
      const raw = await attack.open()
      raw.write(frame(OPCODE.text, Buffer.from(text)))
      assert.equal(await raw.end(), 1003)
    }
  })

  it('every message cut at every byte: bad_message and 1007', async () => {
    const whole = packed({ type: 'grab', seq: 1, hand: 0, particle: 1, at })
    for (let length = 1; length < whole.length; length += full ? 1 : 7) {
      const raw = await attack.open()
      raw.sendBytes(whole.subarray(0, length))
      assert.equal(await raw.end(), 1007, `${length} bytes`)
    }
  })

  it('messages with a byte changed: answered, or closed with a documented code', async () => {
    const messages = [hello, { type: 'grab', seq: 1, hand: 0, particle: 1, at },
      { type: 'gust', seq: 2, direction: [1, 0, 0], strength: 1, duration: 0.1, width: 0 },
      { type: 'set', seq: 3, parameter: 'gravity', value: 1 },
      { type: 'scene', seq: 4, scene: 'piano', parameters: { links: 5 } },
      { type: 'measure', seq: 5, rate: 60, particle: 2 }, { type: 'trace', seq: 6 },
      { type: 'permit', seq: 7, right: 'time', seat: 1, on: true }, { type: 'draw', seq: 8, right: 'grab', count: 2 },
      { type: 'remove', seq: 9, seat: 1, minutes: 5 }, { type: 'newcomers', seq: 10, policy: 'ask' },
      { type: 'rename', seq: 11, name: 'Another' }, { type: 'broadcast', seq: 12, text: 'Hear, hear' },
      { type: 'pull_limit', seq: 13, force: 20 }, { type: 'speed', seq: 14, slow: 4 }].map(packed)
    // The same changes in every run: a linear congruential generator.
    let state = 12345
    const random = (below) => {
      state = (state * 1103515245 + 12345) % 2 ** 31
      return Math.floor((state / 2 ** 31) * below)
    }
    const { room } = await attack.server.createRoom({ scene: 'chain' }) // not where the honest are
    const rounds = full ? 1000 : 100
    let open
    for (let i = 0; i < rounds; i++) {
      open = open && !open.gone && open.closeCode === undefined ? open : await attack.join({ room })
      const bytes = Buffer.from(messages[i % messages.length])
      bytes[random(bytes.length)] = random(256)
      open.sendBytes(bytes)
      open.send({ type: 'ping', time: i })
      await open.until(() => open.closeCode !== undefined || open.messages.some((m) =>
        m.type === 'pong' && m.time === i), 'an answer')
      assert.ok([undefined, 1007, 4006].includes(open.closeCode), `${bytes.toString('hex')}: ${open.closeCode}`)
      if (open.closeCode !== undefined) open.destroy()
    }
  })

  // ---- order ----

  it('commands before hello: not_joined, and hello still works', async () => {
    const raw = await attack.open()
    for (const type of ['reset', 'pause', 'resume', 'step', 'trace', 'undo', 'release_all', 'new_code', 'end']) {
      assert.equal((await refusal(raw, { type, seq: 1 })).code, 'not_joined', type)
    }
    raw.send(hello)
    await raw.message('welcome')
  })

  it('a second hello: already_joined, for another room and for another seat', async () => {
    const raw = await attack.join()
    const [first] = attack.honest
    for (const more of [{}, { room: 'ROPE' }, { resume: first.welcome.resume }, { host_key: 'x' }]) {
      assert.equal((await refusal(raw, { ...hello, ...more })).code, 'already_joined')
    }
    await assertStillServed(raw)
  })

  it('two hellos in one piece: one welcome', async () => {
    const raw = await attack.open()
    raw.write(Buffer.concat([frame(OPCODE.binary, packed(hello)), frame(OPCODE.binary, packed(hello))]))
    await raw.message('welcome')
    await raw.message('refused', ({ code }) => code === 'already_joined')
  })

  it('a guessed resume key: a new seat, nobody’s', async () => {
    for (const resume of ['', 'x', 'A'.repeat(40), '0'.repeat(64)]) {
      const raw = await attack.join({ resume })
      const { seat } = raw.messages.find((m) => m.type === 'welcome')
      assert.ok(attack.honest.every(({ welcome, room }) => room.code !== 'CHAIN' || welcome.seat !== seat))
    }
  })

  it('unknown types: unknown_type, and those that only the server sends', async () => {
    const raw = await attack.join()
    for (const type of ['', 'dance', 'welcome', 'tick', 'measures', 'spectrum', 'roster', 'rules', 'GRAB', 'grab\0', 'x'.repeat(3000)]) {
      assert.equal((await refusal(raw, { type, seq: 1 })).code, 'unknown_type', type)
    }
    await assertStillServed(raw)
  })

  // ---- types ----

  const notUint = [null, true, '1', 1.5, [1], { a: 1 }, bin]
  const notFloat = [null, true, '1', [1], { a: 1 }, bin]
  const notBool = [null, 0, 1, 'true', [true], { a: 1 }, bin]
  const notText = [null, true, 7, ['x'], { a: 1 }, bin]
  const notVector = [null, true, 'x', 7, { a: 1 }, bin, [], [1, 2], [1, 2, 3, 4], [1, 2, 'x'], [1, 2, null],
    [1, 2, [3]]]
  const notMap = [null, true, 'x', 7, [1], bin]
  const fields = {
    grab: { seq: [1, notUint], hand: [0, notUint], particle: [1, notUint], at: [at, notVector] },
    move: { seq: [1, notUint], hand: [0, notUint], at: [at, notVector] },
    release: { seq: [1, notUint], hand: [0, notUint] },
    gust: { seq: [1, notUint], direction: [at, notVector], strength: [1, notFloat],
      duration: [1, notFloat], width: [1, notFloat] },
    set: { seq: [1, notUint], parameter: ['gravity', notText], value: [1, notFloat] },
    scene: { seq: [1, notUint], scene: ['rope', notText], parameters: [{}, notMap] },
    pause: { seq: [1, notUint] },
    rate: { seq: [1, notUint], rate: [30, notUint] },
    measure: { seq: [1, notUint], rate: [0, notUint], particle: [1, notUint] },
    trace: { seq: [1, notUint] },
    ping: { time: [1, notFloat], round_trip: [1, notFloat] },
    speed: { seq: [1, notUint], slow: [2, notUint] },
    undo: { seq: [1, notUint] },
    rename: { seq: [1, notUint], name: ['x', notText], seat: [1, notUint] },
    // What hosts may ask for, asked by somebody who is none.
    allow: { seq: [1, notUint], right: ['grab', notText], to: ['hosts', notText] },
    permit: { seq: [1, notUint], right: ['grab', notText], seat: [1, notUint], on: [true, notBool] },
    draw: { seq: [1, notUint], right: ['grab', notText], count: [1, notUint] },
    freeze: { seq: [1, notUint], on: [true, notBool] },
    release_all: { seq: [1, notUint] },
    watch: { seq: [1, notUint], seat: [1, notUint], on: [true, notBool] },
    remove: { seq: [1, notUint], seat: [1, notUint], minutes: [1, notUint] },
    co_host: { seq: [1, notUint], seat: [1, notUint], on: [true, notBool] },
    newcomers: { seq: [1, notUint], policy: ['open', notText] },
    admit: { seq: [1, notUint], seat: [1, notUint], on: [true, notBool] },
    capacity: { seq: [1, notUint], viewers: [1, notUint] },
    new_code: { seq: [1, notUint] },
    names: { seq: [1, notUint], hidden: [true, notBool] },
    away: { seq: [1, notUint], policy: ['freeze', notText] },
    pull_limit: { seq: [1, notUint], force: [1, notFloat] },
    broadcast: { seq: [1, notUint], text: ['x', notText] },
    end: { seq: [1, notUint] },
  }
  for (const [type, keys] of Object.entries(fields)) {
    it(`wrong types in ${type}: bad_type, by the name of the key`, async () => {
      const raw = await attack.join()
      const right = Object.fromEntries(Object.entries(keys).map(([key, [value]]) => [key, value]))
      for (const [key, [, wrong]] of Object.entries(keys)) {
        for (const value of wrong) {
          const { code, message } = await refusal(raw, { type, ...right, [key]: value })
          assert.equal(code, 'bad_type', `${key}: ${JSON.stringify(value)}`)
          assert.match(message, new RegExp(key))
        }
      }
      await assertStillServed(raw)
    })
  }

  // Of every command for hosts: whole, with nothing, with too much, with huge and unknown values.
  const forHosts = Object.keys(fields).slice(Object.keys(fields).indexOf('allow'))
  it('commands for hosts by somebody who is none: refused, and no honest viewer hears of them', async () => {
    const [watcher] = attack.honest // in the same room
    const { cursor } = watcher
    const [rules, code] = [structuredClone(watcher.room.rules), watcher.room.code]
    const raw = await attack.join()
    const mine = raw.messages.find((m) => m.type === 'welcome').seat
    for (const type of forHosts) {
      const right = Object.fromEntries(Object.entries(fields[type]).map(([key, [value]]) => [key, value]))
      assert.equal((await refusal(raw, { type, ...right })).code, 'not_allowed', type)
      const seats = [mine, watcher.welcome.seat, 0, 2 ** 31, 2 ** 32 - 1]
      for (const seat of 'seat' in right ? seats : []) {
        assert.equal((await refusal(raw, { type, ...right, seat })).code, 'not_allowed', `${type} ${seat}`)
      }
      const odd = [{ type, seq: 1 }, { type, ...right, host: true, host_key: 'x', rights: ['grab'] },
        { ...right, type, seq: 2 ** 32 }, { ...right, type, seat: 2 ** 53, count: 2 ** 40, minutes: -1, viewers: -1 }]
      for (const message of odd) {
        const { code } = await refusal(raw, message)
        assert.ok(['not_allowed', 'missing_field', 'out_of_range', 'bad_type'].includes(code), `${type}: ${code}`)
      }
    }
    await assertStillServed(raw)
    const own = (event) => event.seat !== mine || ['joined', 'left'].includes(event.type)
    assert.ok(watcher.events.filter(({ number }) => number > cursor).every(own))
    assert.deepEqual(watcher.room.rules, rules)
    assert.equal(watcher.room.code, code)
  })

  it('wrong types in hello: bad_type, by the name of the key', async () => {
    const raw = await attack.open()
    const keys = { version: notUint, room: notText, encodings: [null, true, 'f32', 7, { a: 1 }, bin],
      rate: notUint, name: notText, resume: notText, host_key: notText }
    for (const [key, wrong] of Object.entries(keys)) {
      for (const value of wrong) {
        const { code, message } = await refusal(raw, { ...hello, [key]: value })
        assert.equal(code, 'bad_type', `${key}: ${JSON.stringify(value)}`)
        assert.match(message, new RegExp(key))
      }
    }
    raw.send(hello)
    await raw.message('welcome')
  })

  // ---- numbers ----

  const float32 = (bits) => Buffer.from([0xca, bits >> 24 & 255, bits >> 16 & 255, bits >> 8 & 255, bits & 255])
  // A message whose key "value" holds these bytes of msgpack.
  function withBytes(message, key, bytes) {
    const mark = 123456789
    const whole = packed({ ...message, [key]: mark })
    const place = whole.indexOf(packed(mark))
    return Buffer.concat([whole.subarray(0, place), bytes, whole.subarray(place + packed(mark).length)])
  }

  const impossible = {
    'NaN': packed(NaN),
    'a signalling NaN of 32 bits': float32(0x7f800001),
    'infinity': packed(Infinity),
    'minus infinity of 32 bits': float32(0xff800000),
    '1e38': packed(1e38),
    '-1e38': packed(-1e38),
    '1e300': packed(1e300),
    '2^64 − 1': Buffer.from([0xcf, ...repeat(0xff, 8)]),
    '−2^63': Buffer.from([0xd3, 0x80, ...repeat(0, 7)]),
  }
  for (const [what, bytes] of Object.entries(impossible)) {
    it(`${what} as a coordinate or a parameter: out_of_range`, async () => {
      const raw = await attack.join()
      const gust = { type: 'gust', seq: 1, direction: [1, 0, 0], strength: 1, duration: 1, width: 1 }
      const messages = [
        withBytes({ type: 'set', seq: 1, parameter: 'gravity' }, 'value', bytes),
        withBytes({ type: 'set', seq: 1, parameter: 'iterations' }, 'value', bytes),
        withBytes(gust, 'strength', bytes), withBytes(gust, 'duration', bytes),
        withBytes(gust, 'width', bytes),
        Buffer.concat([packed({ type: 'grab', seq: 1, hand: 0, particle: 1, at: [0, 0, 0] }).subarray(0, -1), bytes]),
      ]
      for (const [i, message] of messages.entries()) {
        const before = raw.messages.length
        raw.sendBytes(message)
        const find = () => raw.messages.slice(before).find((m) => m.type === 'refused')
        assert.equal((await raw.until(find, 'a refusal')).code, 'out_of_range', `message ${i}`)
      }
      await assertStillServed(raw)
    })
  }

  it('denormals: rounded where zero is allowed, out_of_range where it is not', async () => {
    const raw = await attack.join()
    for (const tiny of [5e-324, 1e-310, 1e-40, -1e-40]) {
      raw.send({ type: 'grab', seq: 10, hand: 0, particle: 5, at: [tiny, 1, tiny] })
      await raw.message('ack', ({ seq }) => seq === 10)
      raw.send({ type: 'release', seq: 11, hand: 0 })
      await raw.message('ack', ({ seq }) => seq === 11)
      raw.messages.length = 0
      const gust = { type: 'gust', seq: 1, direction: [1, 0, 0], strength: 1, duration: tiny }
      assert.equal((await refusal(raw, gust)).code, 'out_of_range')
      if (Math.fround(tiny) === 0) continue // no denormal of the 32 bits that the server computes in
      const set = { type: 'set', seq: 1, parameter: 'gravity', value: tiny }
      assert.equal((await refusal(raw, set)).code, 'out_of_range')
    }
  })

  it('a particle past the end: no_such_particle', async () => {
    const raw = await attack.join()
    const { particles } = raw.messages.find((m) => m.type === 'welcome').state.scene
    for (const particle of [particles, particles + 1, 32_768, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) {
      const { code } = await refusal(raw, { type: 'grab', seq: 1, hand: 0, particle, at })
      assert.equal(code, 'no_such_particle', String(particle))
      const measure = await refusal(raw, { type: 'measure', seq: 2, rate: 60, particle })
      assert.equal(measure.code, 'no_such_particle', `measure ${particle}`)
    }
  })

  it('hands past the end: refused, none is taken', async () => {
    const raw = await attack.join()
    for (const hand of [10, 255, 256, 2 ** 31, 2 ** 32 - 1]) {
      const { code } = await refusal(raw, { type: 'move', seq: 1, hand, at })
      assert.ok(['no_such_hand', 'out_of_range'].includes(code), `${hand}: ${code}`)
    }
  })

  it('iterations 0, −1, 0.5 and 2³¹: out_of_range, with the range', async () => {
    const raw = await attack.join()
    for (const value of [0, -1, 0.5, 2 ** 31, 2 ** 32]) {
      const answer = await refusal(raw, { type: 'set', seq: 1, parameter: 'iterations', value })
      assert.equal(answer.code, 'out_of_range', String(value))
      assert.match(answer.message, /1 .*\d/)
    }
  })

  it('more parameters than a scene may list, and unknown ones: refused', async () => {
    const raw = await attack.join()
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`p${i}`, 1]))
    for (const parameters of [many, { '': 1 }, { ['x'.repeat(32)]: 1 }]) {
      const { code } = await refusal(raw, { type: 'scene', seq: 1, scene: 'rope', parameters })
      assert.ok(['no_such_parameter', 'out_of_range'].includes(code), code)
    }
    for (const parameter of ['', 'x', 'gravity\0', '../gravity', 'x'.repeat(33)]) {
      const { code } = await refusal(raw, { type: 'set', seq: 1, parameter, value: 1 })
      assert.equal(code, 'no_such_parameter', parameter)
    }
  })

  // ---- text ----

  const badNames = {
    'a NUL': [0x61, 0], 'a line feed': [0x61, 0x0a], 'an escape': [0x1b, 0x5b, 0x6d], 'delete': [0x7f],
    'C1': [0xc2, 0x85], 'a line separator': [0xe2, 0x80, 0xa8], 'a right-to-left override': [0xe2, 0x80, 0xae],
    'an isolate': [0xe2, 0x81, 0xa6], 'a right-to-left mark': [0xe2, 0x80, 0x8f],
    'an Arabic letter mark': [0xd8, 0x9c], 'an overlong NUL': [0xc0, 0x80],
    'an overlong slash': [0xe0, 0x80, 0xaf], 'a surrogate': [0xed, 0xa0, 0x80],
    'a code point past the last': [0xf4, 0x90, 0x80, 0x80], 'a lone continuation': [0x80],
    'half a character': [0xe2, 0x80], 'a byte of no UTF-8': [0xff], '41 bytes': repeat(0x61, 41),
  }
  for (const [what, bytes] of Object.entries(badNames)) {
    it(`a name with ${what}: bad_name, and a better one is taken`, async () => {
      const raw = await attack.open()
      raw.sendBytes(withBytes(hello, 'name', Buffer.from([0xd9, bytes.length, ...bytes])))
      assert.equal((await raw.message('refused')).code, 'bad_name')
      raw.send(hello)
      await raw.message('welcome')
    })
  }

  it('room codes that play tricks: no_such_room and 4004', async () => {
    const codes = ['', ' ', 'CHAIN ', 'CHAIN\0', '\0', '../CHAIN', 'CHAIN/../ROPE', './CHAIN', 'CHAIN%00', '%43HAIN',
      '*', 'CH?IN', "' OR 1=1 --", '${jndi:x}', 'ＣＨＡＩＮ', 'CHAİN', 'x'.repeat(17), 'x'.repeat(3000)]
    for (const room of codes) {
      const raw = await attack.open()
      raw.send({ ...hello, room })
      assert.equal(await raw.end(), 4004, JSON.stringify(room))
      assert.equal(raw.messages[0].code, 'no_such_room')
    }
  })

  it('a stranger’s field names are no keys of anything', async () => {
    const raw = await attack.join()
    raw.send({ type: 'ping', time: 3, constructor: 1, toString: 2, hasOwnProperty: [], '__proto_': {} })
    assert.equal((await raw.message('pong')).time, 3)
    assert.deepEqual(Object.keys(decode(encode(await raw.message('pong')))).sort(),
      ['server_time', 'step', 'time', 'type'])
  })
})
