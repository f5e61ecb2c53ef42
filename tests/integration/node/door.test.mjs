// Who comes in: under which names, from which pages, and how often from one address.
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { Follower } from './lib/follower.mjs'
import { ask } from './lib/http.mjs'
import { RawSocket, upgrade } from './lib/raw_socket.mjs'
import { Server, sleep, within } from './lib/server.mjs'

describe('the door', () => {
  let server
  afterEach(() => server.stop())

  // The status of a WebSocket handshake with these headers.
  async function shakeHands(headers) {
    const raw = await RawSocket.connect(server)
    const status = await raw.request(upgrade(server, headers))
    raw.destroy()
    return status
  }

  it('only names that cannot be pointed here by a stranger are answered', async () => {
    server = await Server.start()
    const { port } = server
    for (const Host of ['127.0.0.1', `[::1]:${port}`, `localhost:${port}`, 'teacher-pc',
      'teacher-pc.local', '192.168.1.20:8080']) {
      assert.equal((await ask(server, '/api/rooms', { headers: { Host } })).status, 200, Host)
      assert.equal(await shakeHands({ Host }), 101, Host)
    }
    for (const Host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example']) {
      assert.equal((await ask(server, '/api/rooms', { headers: { Host } })).status, 421, Host)
      assert.notEqual(await shakeHands({ Host }), 101, Host)
    }
    assert.notEqual(await shakeHands({ Host: undefined }), 101)
  })

  it('names and pages that the server is told of are answered too', async () => {
    server = await Server.start('--allowed-hosts', 'rope.school.example,other.example',
      '--public-url', 'https://public.example:8443', '--allowed-origins', 'https://lms.example')
    for (const Host of ['rope.school.example', 'OTHER.example:443', 'public.example:8443']) {
      assert.equal((await ask(server, '/api/rooms', { headers: { Host } })).status, 200, Host)
    }
    assert.equal((await ask(server, '/api/rooms', { headers: { Host: 'third.example' } })).status,
      421)
    assert.equal(await shakeHands({ Origin: 'https://lms.example' }), 101)
    for (const Origin of ['http://lms.example', 'https://lms.example.evil.example',
      'https://evil.example']) {
      assert.notEqual(await shakeHands({ Origin }), 101, Origin)
    }
  })

  it('guesses of room codes are limited for each address, and only wrong ones count', async () => {
    server = await Server.start('--guesses-per-minute-max', '5', '--trusted-proxies', '127.0.0.0/8')
    const knock = async (room, address) => {
      const raw = await RawSocket.connect(server)
      assert.equal(await raw.request(upgrade(server, { 'X-Forwarded-For': address })), 101)
      raw.send({ type: 'hello', version: 1, room, encodings: ['f32'] })
      const answer = await raw.until(() => raw.messages[0], 'an answer')
      const code = answer.type === 'refused' ? [answer.code, await raw.end()] : answer.type
      raw.destroy()
      return code
    }
    for (let i = 0; i < 10; i++) assert.equal(await knock('CHAIN', '10.1.1.1'), 'welcome')
    for (let i = 0; i < 5; i++) {
      assert.deepEqual(await knock(`GUESS${i}`, '10.1.1.1'), ['no_such_room', 4004])
    }
    assert.deepEqual(await knock('GUESS', '10.1.1.1'), ['too_fast', 1013])
    assert.deepEqual(await knock('CHAIN', '10.1.1.1'), ['too_fast', 1013])
    assert.equal(await knock('CHAIN', '10.1.1.2'), 'welcome', 'from another address')
  })

  it('nobody but a trusted proxy may name another address', async () => {
    server = await Server.start('--guesses-per-minute-max', '3')
    const answers = []
    for (let i = 0; i < 5; i++) {
      const raw = await RawSocket.connect(server)
      await raw.request(upgrade(server, { 'X-Forwarded-For': `10.0.0.${i}` }))
      raw.send({ type: 'hello', version: 1, room: 'GUESS', encodings: ['f32'] })
      answers.push((await raw.message('refused')).code)
      raw.destroy()
    }
    assert.deepEqual(answers.slice(0, 3), Array(3).fill('no_such_room'))
    assert.equal(answers[4], 'too_fast')
  })

  it('handshakes from one address are limited in each second', async () => {
    server = await Server.start('--handshakes-per-s-max', '10')
    const started = performance.now()
    const statuses = await Promise.all(Array.from({ length: 60 }, () => shakeHands({})))
    const seconds = (performance.now() - started) / 1000
    const admitted = statuses.filter((status) => status === 101).length
    assert.ok(admitted >= 10 && admitted <= 10 + 10 * seconds + 1, `${admitted} in ${seconds} s`)
    const later = async () => {
      while ((await shakeHands({})) !== 101) await sleep(50)
    }
    await within(later(), 'a handshake a little later')
  })

  it('connections from one address are limited, and make room when they end', async () => {
    server = await Server.start('--connections-per-address-max', '8')
    const a = await Follower.join(server, { room: 'CHAIN' })
    const raws = []
    for (let i = 0; i < 12; i++) raws.push(await RawSocket.connect(server))
    await within(Promise.any(raws.map((raw) => raw.ended)), 'one too many is turned away')
    const { step } = await a.order('gust', { direction: [1, 0, 0], strength: 1, duration: 1 })
    await a.frameAfter(step)
    for (const raw of raws) raw.destroy()
    const again = async () => {
      while ((await shakeHands({})) !== 101) await sleep(50)
    }
    await within(again(), 'a connection after they have ended')
  })
})
