// Everything has a limit, and whoever reaches it is told which.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { encode } from '@msgpack/msgpack'
import { Follower } from './lib/follower.mjs'
import { frame, OPCODE, RawSocket } from './lib/raw_socket.mjs'
import { Server, sleep, within } from './lib/server.mjs'

describe('limits', () => {
  let server
  before(async () => {
    server = await Server.start('--viewers-per-room-max', '2', '--viewers-max', '4',
      '--rooms-max', '4', '--hands-per-seat-max', '2', '--commands-per-s-max', '20')
  })
  afterEach(() => server.dismiss())
  after(() => server.stop())

  const join = (hello) => Follower.join(server, { room: 'CHAIN', ...hello })
  const knock = (hello) => Follower.knock(server, { room: 'CHAIN', ...hello })

  it('the welcome states the limits', async () => {
    const a = await join()
    assert.deepEqual(a.welcome.limits,
      { message_bytes: 4096, commands_per_s: 20, hands: 2, name_bytes: 40, capacity: 2 })
  })

  it('a full room refuses another viewer until one has left', async () => {
    const [a] = [await join(), await join()]
    for (const hello of [{}, { resume: 'nonsense' }]) {
      assert.deepEqual(await knock(hello), { codes: ['room_full'], code: 4005 })
    }
    await Follower.join(server, { room: 'ROPE' })
    await a.leave()
    await until(() => join().then(() => true, () => false))
  })

  it('a member of a full room takes its own seat back from a ghost', async () => {
    const [a] = [await join(), await join()]
    const back = await join({ resume: a.welcome.resume })
    assert.equal(back.welcome.seat, a.welcome.seat)
    assert.equal((await within(a.closed, 'the ghost is closed')).code, 4001)
  })

  it('a full server closes another connection with 1013', async () => {
    const all = [await join(), await join(),
      await join({ room: 'ROPE' }), await join({ room: 'ROPE' })]
    const { code } = await knock({ room: 'CLOTH' })
    assert.equal(code, 1013)
    await all[0].order('gust', { direction: [1, 0, 0], strength: 1, duration: 1 })
  })

  it('rooms beyond the limit are not created', async () => {
    const { rooms } = await (await fetch(`${server.url}/api/rooms`)).json()
    assert.equal(rooms.length, 4, 'demo rooms')
    const response = await fetch(`${server.url}/api/rooms`,
      { method: 'POST', body: JSON.stringify({ scene: 'rope' }) })
    assert.equal(response.status, 503)
    assert.equal((await response.json()).code, 'busy')
  })

  it('a member has so many hands and no more', async () => {
    const a = await join()
    for (const hand of [0, 1]) await a.order('grab', { hand, particle: 5, at: [0, 1, 0] })
    await a.refused('too_many_hands', 'grab', { hand: 2, particle: 5, at: [0, 1, 0] })
    await a.order('release', { hand: 0 })
    await a.order('grab', { hand: 0, particle: 6, at: [0, 1, 0] })
  })

  it('commands beyond so many a second are refused by seq, and later ones are taken', async () => {
    const a = await join()
    const started = performance.now()
    const answers = await Promise.all(a.inOneGo(() =>
      Array.from({ length: 100 }, () => a.command('reset'))))
    const seconds = (performance.now() - started) / 1000
    const taken = answers.filter((answer) => answer.type === 'ack').length
    const refused = answers.filter((answer) => answer.code === 'too_fast').length
    assert.equal(taken + refused, 100)
    assert.ok(taken >= 10 && taken <= 20 + 20 * seconds + 1, `${taken} were taken`)
    await until(async () => (await a.command('reset')).type === 'ack')
  })

  it('far too many commands close the connection with 1008', async () => {
    const flood = await RawSocket.join(server, { room: 'CHAIN' })
    const refusals = () => flood.messages.filter((message) => message.code === 'too_fast').length
    // In batches whose answers are read, so that it is not closed for reading too slowly.
    for (let sent = 0; sent < 1200 && flood.closeCode === undefined; sent += 100) {
      const before = refusals()
      for (let i = 0; i < 100; i++) flood.send({ type: 'release', seq: i, hand: 0 })
      await flood.until(() => refusals() > before + 50 || flood.closeCode, 'refusals')
    }
    assert.equal(await flood.end(), 1008)
  })

  it('a name of 40 bytes is taken, a longer one or one that plays tricks is not', async () => {
    const longest = 'é'.repeat(20)
    assert.equal((await join({ name: longest })).welcome.name, longest)
    const raw = await RawSocket.open(server)
    const hello = { type: 'hello', version: 1, room: 'CHAIN', encodings: ['f32'] }
    const tricks = [`${longest}x`, 'a\nb', 'nul\0', 'delete\x7f', '\u202egnirts', '\u2066x']
    for (const [i, name] of tricks.entries()) {
      raw.send({ ...hello, name })
      await raw.until(() => raw.messages.length > i, 'a refusal')
      assert.equal(raw.messages[i].code, 'bad_name', JSON.stringify(name))
    }
    raw.send({ ...hello, name: 'Ada' }) // the connection is still good for a better one
    assert.equal((await raw.message('welcome')).name, 'Ada')
    raw.destroy()
  })

  // A ping whose message has exactly this length.
  function pingOf(length, time = 1) {
    const bare = encode({ type: 'ping', time, padding: new Uint8Array(300) }).length - 300
    return Buffer.from(encode({ type: 'ping', time, padding: new Uint8Array(length - bare) }))
  }

  // The message in this many frames.
  function fragments(message, count) {
    const size = Math.floor(message.length / (count - 1))
    return Array.from({ length: count }, (_, i) => frame(
      i === 0 ? OPCODE.binary : OPCODE.continuation,
      message.subarray(i * size, i < count - 1 ? (i + 1) * size : undefined),
      { fin: i === count - 1 }))
  }

  it('a message of 4096 bytes is read, one of 4097 closes the connection with 1009', async () => {
    const raw = await RawSocket.join(server, { room: 'CHAIN' })
    raw.sendBytes(pingOf(4096))
    await raw.message('pong')
    raw.sendBytes(pingOf(4097))
    assert.equal(await raw.end(), 1009)
  })

  it('many small frames of one message count together', async () => {
    const raw = await RawSocket.join(server, { room: 'CHAIN' })
    for (const piece of fragments(pingOf(4097), 10)) raw.write(piece)
    assert.equal(await raw.end(), 1009)
  })

  it('a message in 64 fragments is read, one in 65 closes the connection with 1009', async () => {
    const raw = await RawSocket.join(server, { room: 'CHAIN' })
    for (const piece of fragments(pingOf(1000), 64)) raw.write(piece)
    await raw.message('pong')
    for (const piece of fragments(pingOf(1000), 65)) raw.write(piece)
    assert.equal(await raw.end(), 1009)
  })
})

// Tries again until it works: what another thread has to notice first takes a moment.
async function until(attempt) {
  const trying = (async () => {
    while (!(await attempt())) await sleep(50)
  })()
  await within(trying, 'a later attempt works')
}
