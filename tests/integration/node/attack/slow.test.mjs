// Those who take their time: each is cut off at its deadline.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { frame, OPCODE } from '../lib/raw_socket.mjs'
import { full, within } from '../lib/server.mjs'
import { siege, statuses } from './siege.mjs'

// All at once, for each takes as long as a deadline does.
siege('slow ones', { concurrency: 16 }, (attack) => {
  const cut = (raw) => within(raw.ended, 'it is cut off', 60_000)
  const host = () => `Host: ${attack.server.host}\r\n`

  // Says `first`, then `again` each second, until it is cut off.
  function trickle(what, first, again, { status, seconds = 10 } = {}) {
    it(what, { skip: seconds > 10 && !full && 'only at length' }, async () => {
      const raw = await attack.connect()
      const started = performance.now()
      raw.write(typeof first === 'function' ? first() : first)
      const timer = again === undefined ? undefined : setInterval(() => raw.write(again), 1000)
      await cut(raw).finally(() => clearInterval(timer))
      const took = (performance.now() - started) / 1000
      assert.ok(took < seconds + 13, `${took} s`) // more for a busy machine, less than the next deadline
      assert.deepEqual(statuses(raw), status === undefined ? [] : [status])
    })
  }

  trickle('nothing at all: cut after 10 s', '')
  trickle('half a request line: cut after 10 s', 'GET / HT')
  trickle('a header each second: cut after 10 s', 'GET / HTTP/1.1\r\n', 'X-Slow: 1\r\n')
  trickle('a byte each second: cut after 10 s', 'GET / HTTP/1.1\r\nX: ', 'x')
  trickle('a body that does not come: cut after 10 s',
    () => `POST /api/rooms HTTP/1.1\r\n${host()}Content-Length: 500\r\n\r\n{`)
  trickle('a body of a byte each second: cut after 10 s',
    () => `POST /api/rooms HTTP/1.1\r\n${host()}Content-Length: 4000\r\n\r\n{`, ' ')
  trickle('a body without end: cut after 10 s',
    () => `POST /api/rooms HTTP/1.1\r\n${host()}Content-Length: 100000000000\r\n\r\n`, ' '.repeat(100_000))
  trickle('a second request that does not come: cut after 30 s', () => `GET /healthz HTTP/1.1\r\n${host()}\r\n`,
    undefined, { status: 200, seconds: 30 })
  trickle('a second request that comes by bytes: cut after 40 s',
    () => `GET /healthz HTTP/1.1\r\n${host()}\r\nGET / HTTP/1.1\r\nX: `, 'x', { status: 200, seconds: 40 })

  it('no hello: 1008 after 10 s', async () => {
    const raw = await attack.open()
    assert.equal(await raw.end(), 1008)
  })
  it('no hello but pings: 1008 after 10 s', async () => {
    const raw = await attack.open()
    const timer = setInterval(() => raw.write(frame(OPCODE.ping, Buffer.alloc(1))), 500)
    assert.equal(await raw.end().finally(() => clearInterval(timer)), 1008)
  })
  it('hellos that are refused, one after another: 1008 after 10 s', async () => {
    const raw = await attack.open()
    const timer = setInterval(() => raw.send({ type: 'hello' }), 500)
    assert.equal(await raw.end().finally(() => clearInterval(timer)), 1008)
  })
  it('a close that is never followed by the end of the connection: cut', async () => {
    const raw = await attack.join()
    raw.write(frame(OPCODE.text, Buffer.from('x'))) // closes with 1003
    await raw.until(() => raw.closeCode === 1003, 'a close frame')
    await cut(raw)
  })
  it('a broken frame that is never followed by the end of the connection: cut', async () => {
    const raw = await attack.join()
    raw.write(frame(3, Buffer.from('x'))) // libwebsockets closes it itself, with 1002
    await raw.until(() => raw.closeCode === 1002, 'a close frame')
    await cut(raw)
  })
  it('one who answers no ping: cut after 20 s', { skip: !full && 'only at length' }, async () => {
    const raw = await attack.join()
    await within(raw.ended, 'it is cut off', 90_000)
  })
})
