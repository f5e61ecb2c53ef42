// What is no TLS, or never becomes TLS, on the port where only TLS is spoken.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { upgrade } from '../lib/raw_socket.mjs'
import { within } from '../lib/server.mjs'
import { siege, statuses } from './siege.mjs'

let folder

async function flags() {
  folder = await mkdtemp(join(tmpdir(), 'ropewalk-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256',
    '-nodes', '-subj', '/CN=localhost', '-days', '1', '-keyout', key, '-out', cert])
  return ['--tls-cert', cert, '--tls-key', key]
}

after(() => rm(folder, { recursive: true, force: true }))

siege('tls', { flags, concurrency: 16 }, (attack) => {
  const hello = Buffer.from('16030100c8010000c40303', 'hex') // the head of a ClientHello of 200 bytes

  // Nothing that a client could take for an answer of ours comes back in the clear.
  function kind(what, bytes, { again, stalls = false } = {}) {
    it(`${what}: the connection ends`, async () => {
      const raw = await attack.connect()
      const started = performance.now()
      raw.write(typeof bytes === 'function' ? bytes() : bytes)
      const timer = again && setInterval(() => raw.write(again), 1000)
      await within(raw.ended, 'it is cut off').finally(() => clearInterval(timer))
      assert.ok((performance.now() - started) / 1000 < (stalls ? 23 : 8))
      assert.ok(!statuses(raw).includes(200) && !statuses(raw).includes(101))
    })
  }

  kind('HTTP in the clear', () => `GET /healthz HTTP/1.1\r\nHost: ${attack.server.host}\r\n\r\n`)
  kind('a handshake in the clear', () => `${upgrade(attack.server).join('\r\n')}\r\n\r\n`)
  kind('random bytes', randomBytes(5000).fill(0xff, 0, 1))
  kind('a record of random bytes', Buffer.concat([Buffer.from('1603010400', 'hex'), randomBytes(1024)]))
  kind('a record longer than any', Buffer.concat([Buffer.from('160301ffff', 'hex'), Buffer.alloc(0x10000)]))
  kind('data before the handshake', Buffer.concat([Buffer.from('1703030020', 'hex'), randomBytes(32)]))
  kind('an alert', Buffer.from('15030100020228', 'hex'))
  kind('SSL 2', Buffer.from('802e0100020015000000100100800200800300800400800500800600400700c0', 'hex'), { stalls: true })
  kind('empty records without end', Buffer.from('1603010000'.repeat(2000), 'hex'))
  kind('nothing', '', { stalls: true })
  kind('half a hello', hello, { stalls: true })
  kind('a hello by bytes', hello, { again: '\0', stalls: true })

  // The handshake done by node; resolves with the socket, rejects with its error.
  async function secured(options) {
    const socket = connect({ port: attack.server.port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
    await within(once(socket, 'secureConnect'), 'a handshake')
    return socket
  }

  for (const version of ['TLSv1', 'TLSv1.1']) {
    it(`${version}: refused`, async () => {
      await assert.rejects(secured({ minVersion: version, maxVersion: version, ciphers: 'ALL@SECLEVEL=0' }))
    })
  }
  it('ciphers without encryption: refused', async () => {
    await assert.rejects(secured({ ciphers: 'NULL:eNULL:aNULL@SECLEVEL=0', maxVersion: 'TLSv1.2' }))
  })
  it('h2 is not agreed on', async () => {
    const socket = await secured({ ALPNProtocols: ['h2', 'http/1.1'] }).catch(() => undefined)
    assert.notEqual(socket?.alpnProtocol, 'h2')
    socket?.destroy()
  })
  it('a handshake and then nothing: cut', async () => {
    const socket = await secured()
    socket.resume()
    await within(once(socket, 'close'), 'it is cut off')
  })
  it('garbage after the handshake: refused as on the plain port', async () => {
    const socket = await secured()
    socket.write(randomBytes(3000).fill(0x80, 0, 1))
    const closed = once(socket, 'close')
    const chunks = await within(socket.toArray(), 'it is cut off')
    await within(closed, 'it is closed')
    assert.match(Buffer.concat(chunks).toString(), /^(HTTP\/1\.[01] 403|$)/)
  })
  it('a hundred handshakes that are never finished: others are let in', async () => {
    for (let i = 0; i < 100; i++) (await attack.connect()).write(hello)
    const socket = await secured()
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${attack.server.host}\r\nConnection: close\r\n\r\n`)
    assert.match(Buffer.concat(await within(socket.toArray(), 'an answer')).toString(), /^HTTP\/1\.1 200/)
  })
})
