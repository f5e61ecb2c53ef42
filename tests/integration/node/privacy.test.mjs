// What docs/PRIVACY.md promises of the server: nothing of those who join reaches its disk or its log,
// and no answer sets a cookie.
import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, it } from 'node:test'
import { encode } from '@msgpack/msgpack'
import WebSocket from 'ws'
import { Follower } from './lib/follower.mjs'
import { ask } from './lib/http.mjs'
import { Server, sleep, within } from './lib/server.mjs'

const PUPIL = 'Slartibartfast'
const TITLE = 'Class 9b Magrathea'
const ADDRESS = '203.0.113.77' // as a proxy tells it
const NEIGHBOUR = '127.0.0.77' // as the kernel tells it

describe('privacy', () => {
  let server
  afterEach(() => server.child.kill('SIGKILL')) // for a test that failed half way

  // Everything below a folder, by its path.
  async function files(folder) {
    const found = {}
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if ((await stat(path)).isDirectory()) Object.assign(found, await files(path))
      else found[path] = await readFile(path, 'latin1')
    }
    return found
  }

  // Somebody who comes from another address, through a proxy or not, and breaks a rule at the end.
  async function stranger(hello, options) {
    const socket = new WebSocket(`ws://${server.host}/ws`, 'ropewalk.v1', options)
    const closed = new Promise((done) => socket.on('close', done))
    socket.on('open', () => {
      socket.send(encode({ type: 'hello', version: 1, encodings: ['f32'], ...hello }))
      socket.send(Buffer.from([0xc1]))
    })
    await within(closed, 'the stranger is closed')
  }

  it('names, titles and addresses are in no file and no log line, and nor are secrets of members', async () => {
    server = await Server.start('--trusted-proxies', '127.0.0.0/8')
    const hosted = await server.createRoom({ scene: 'rope', title: TITLE, public: true })
    const host = await Follower.join(server, { ...hosted, name: 'Trillian' })
    const pupil = await Follower.join(server, { room: hosted.room, name: PUPIL })
    await pupil.order('grab', { hand: 0, particle: 5, at: [0, 1, 0] })
    await pupil.refused('not_allowed', 'reset')
    await host.order('reset')
    await stranger({ room: hosted.room, name: `${PUPIL} 2` }, { localAddress: NEIGHBOUR })
    await stranger({ room: 'NOWHERE', name: PUPIL }, { headers: { 'x-forwarded-for': ADDRESS } })
    await ask(server, `/r/${hosted.room}?name=${PUPIL}`, { headers: { 'x-forwarded-for': ADDRESS } })
    const { resume } = pupil.welcome
    await sleep(1000) // for whatever is written now and then
    await server.dismiss()
    server.child.kill('SIGTERM')
    await within(server.exited, 'the server ends')

    const written = await files(join(server.folder, 'data'))
    assert.deepEqual(Object.keys(written).map((path) => path.split('/').at(-1)).sort(),
      ['admin-key', 'host-links.txt'])
    const places = { ...written, stdout: server.stdout, stderr: server.stderr }
    const secrets = [PUPIL, 'Trillian', TITLE, ADDRESS, NEIGHBOUR, resume, hosted.room, hosted.host_key]
    for (const [place, text] of Object.entries(places)) {
      for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is in ${place}`)
    }
  })

  it('no answer sets a cookie, and none is asked for', async () => {
    server = await Server.start('--metrics', 'open')
    const { room } = await server.createRoom({ scene: 'rope', public: true })
    const asked = ['/', `/r/${room}`, '/r/NOROOM', '/check', '/assets/client-1234.js', '/nothing', '/api/rooms',
      '/api/scenes', `/api/rooms/${room}/picture.svg`, '/api/addresses', '/api/check?bytes=10', '/healthz',
      '/readyz', '/metrics', '/ws']
    for (const path of asked) {
      const { status, headers } = await ask(server, path, { headers: { cookie: 'seat=1' } })
      assert.ok(status >= 200, path)
      assert.ok(!('set-cookie' in headers), path)
    }
    const made = await ask(server, '/api/rooms', { method: 'POST', body: '{"scene": "rope"}' })
    assert.equal(made.status, 201)
    assert.ok(!('set-cookie' in made.headers))
    const socket = new WebSocket(`ws://${server.host}/ws`, 'ropewalk.v1')
    const upgrade = await within(new Promise((done) => socket.on('upgrade', done)), 'an upgrade')
    assert.ok(!('set-cookie' in upgrade.headers))
    socket.terminate()
    await server.stop()
  })

  it('the lobby and the figures tell of rooms, and of nobody in them', async () => {
    server = await Server.start('--metrics', 'open')
    const hosted = await server.createRoom({ scene: 'rope', title: TITLE, public: true })
    const hidden = await server.createRoom({ scene: 'rope', title: 'Behind the door' })
    await Follower.join(server, { room: hosted.room, name: PUPIL })
    const pages = ['/api/rooms', '/api/scenes', '/metrics', `/api/rooms/${hosted.room}/picture.svg`]
    for (const path of pages) {
      const { body } = await ask(server, path)
      assert.ok(!body.includes(PUPIL), path)
      assert.ok(!body.includes('Behind the door') && !body.includes(hidden.room), path)
    }
    await server.stop()
  })
})
