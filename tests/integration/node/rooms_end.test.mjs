// Rooms that a host ends.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Follower } from './lib/follower.mjs'
import { ask } from './lib/http.mjs'
import { Server, within } from './lib/server.mjs'

describe('a room that its host ends', () => {
  let server
  beforeEach(async () => {
    // Room for the demo rooms and one more.
    server = await Server.start('--rooms-max', '12', '--metrics', 'open')
  })
  afterEach(() => server.stop())

  const ended = (follower) => within(follower.closed, 'the connection closes')
  const listed = async () => JSON.parse((await ask(server, '/api/rooms')).body).rooms

  it('closes everybody and tells whoever comes later', async () => {
    const room = await server.createRoom({ scene: 'rope', public: true })
    const host = await Follower.join(server, room)
    const pupil = await Follower.join(server, { room: room.room, name: 'Ada' })
    const elsewhere = await Follower.join(server, { room: 'CHAIN', rate: 60 })
    assert.ok((await listed()).some(({ code }) => code === room.room))

    await host.order('end')
    for (const follower of [host, pupil]) {
      const { code, reason } = await ended(follower)
      assert.deepEqual([code, reason], [4007, 'the room has ended'])
    }
    const again = { room: room.room, resume: pupil.welcome.resume }
    for (const hello of [{ room: room.room }, again, room]) {
      assert.deepEqual(await Follower.knock(server, hello), { codes: ['room_ended'], code: 4007 })
    }
    assert.deepEqual(await Follower.knock(server, { room: 'NOROOM' }),
      { codes: ['no_such_room'], code: 4004 })
    assert.ok(!(await listed()).some(({ code }) => code === room.room))
    assert.equal((await ask(server, `/api/rooms/${room.room}/picture.svg`)).status, 404)
    assert.match((await ask(server, '/metrics')).body, /^ropewalk_rooms_ended_total 1$/m)
    await elsewhere.frameAfter(elsewhere.ticks.at(-1).step + 30)
  })

  it('makes room for another one, again and again', async () => {
    for (let i = 0; i < 5; i++) {
      const room = await server.createRoom({ scene: 'cloth' })
      const full = await ask(server, '/api/rooms', { method: 'POST', body: '{"scene":"rope"}' })
      assert.equal(full.status, 503)
      const host = await Follower.join(server, room)
      await host.frameAfter(5)
      await host.order('end')
      assert.equal((await ended(host)).code, 4007)
    }
    assert.match((await ask(server, '/metrics')).body, /^ropewalk_rooms 11$/m)
  })

  it('ends for nobody else’s word', async () => {
    const room = await server.createRoom({ scene: 'rope' })
    await Follower.join(server, room)
    const pupil = await Follower.join(server, { room: room.room })
    await assert.rejects(pupil.order('end'), /not_allowed/)
    await pupil.frameAfter(pupil.ticks.at(-1).step + 10)
  })
})
