// Seats, names, hosts and rights.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { RIGHTS } from './lib/contract.mjs'
import { Follower } from './lib/follower.mjs'
import { Server, within } from './lib/server.mjs'

describe('members', () => {
  let server
  before(async () => (server = await Server.start()))
  afterEach(() => server.dismiss())
  after(() => server.stop())

  const join = (hello) => Follower.join(server, hello)
  const pick = ({ seat, name, colour, host }) => ({ seat, name, colour, host })

  it('everyone hears who comes and who goes', async () => {
    const a = await join({ room: 'CHAIN', name: 'Ada' })
    const b = await join({ room: 'CHAIN', name: 'Émilie du Châtelet' })
    assert.equal(b.welcome.name, 'Émilie du Châtelet')
    const joined = await a.event('joined')
    assert.deepEqual(pick(joined), pick(b.welcome))
    assert.deepEqual([...b.room.seats.keys()].sort(), [a.welcome.seat, b.welcome.seat])
    assert.notEqual(a.welcome.colour, b.welcome.colour)
    await b.leave()
    assert.equal((await a.event('left')).seat, b.welcome.seat)
    assert.equal(a.room.seats.size, 1)
  })

  it('who gives no name is given one', async () => {
    const a = await join({ room: 'CHAIN' })
    assert.notEqual(a.welcome.name, '')
  })

  it('a resume key gives back the seat that was left', async () => {
    const watcher = await join({ room: 'CHAIN' })
    const a = await join({ room: 'CHAIN', name: 'Ada' })
    await a.leave()
    const { number } = await watcher.event('left')
    const b = await join({ room: 'CHAIN', resume: a.welcome.resume })
    assert.deepEqual(pick(b.welcome), pick(a.welcome))
    assert.deepEqual(pick(await watcher.event('joined', number)), pick(a.welcome))
  })

  it('a resume key evicts the ghost on its seat, whose hands let go', async () => {
    const watcher = await join({ room: 'CHAIN' })
    const ghost = await join({ room: 'CHAIN', name: 'Ada' })
    await ghost.order('grab', { hand: 4, particle: 10, at: [0, 1, 0] })
    const { number } = await watcher.event('taken')
    const back = await join({ room: 'CHAIN', resume: ghost.welcome.resume })
    assert.deepEqual(pick(back.welcome), pick(ghost.welcome))
    assert.equal((await within(ghost.closed, 'the ghost is closed')).code, 4001)
    const letGo = await watcher.event('let_go', number)
    assert.deepEqual([letGo.seat, letGo.hand, letGo.reason], [back.welcome.seat, 4, 'disconnected'])
    await watcher.event('joined', letGo.number, (e) => e.seat === back.welcome.seat)
    assert.equal(watcher.room.seats.size, 2)
    assert.ok(!watcher.events.some((e) => e.type === 'left'))
    await back.order('grab', { hand: 4, particle: 10, at: [0, 1, 0] })
  })

  it('another name or the host key given with a resume key is told to everyone', async () => {
    const { room, host_key } = await server.createRoom({ scene: 'rope' })
    const watcher = await join({ room })
    const a = await join({ room, name: 'Ada' })
    const b = await join({ room, name: 'Lovelace', resume: a.welcome.resume, host_key })
    assert.deepEqual(pick(b.welcome), { ...pick(a.welcome), name: 'Lovelace', host: true })
    await watcher.event('joined', 0, (e) => e.name === 'Lovelace' && e.host)
    assert.deepEqual(watcher.room.seats.get(b.welcome.seat), pick(b.welcome))
    assert.equal((await within(a.closed, 'the earlier connection is closed')).code, 4001)
  })

  it('an unknown resume key gives a new seat', async () => {
    const a = await join({ room: 'CHAIN' })
    const keys = ['nonsense', a.welcome.resume.toLowerCase(), '2'.repeat(40), '']
    for (const resume of keys) {
      const b = await join({ room: 'CHAIN', resume })
      assert.notEqual(b.welcome.seat, a.welcome.seat)
    }
    const { room } = await server.createRoom({ scene: 'rope' })
    const elsewhere = await join({ room, name: 'Bob', resume: a.welcome.resume })
    assert.equal(elsewhere.welcome.name, 'Bob')
    assert.ok(!a.fault, 'nobody was evicted')
  })

  // What may be asked in a room, by the right that it takes.
  const asks = {
    grab: ['grab', { hand: 0, particle: 5, at: [0, 1, 0] }],
    gust: ['gust', { direction: [1, 0, 0], strength: 1, duration: 1 }],
    iterations: ['set', { parameter: 'iterations', value: 20 }],
    parameters: ['set', { parameter: 'gravity', value: 5 }],
    time: ['pause', {}],
    reset: ['reset', {}],
    scene: ['scene', { scene: 'rope' }],
  }

  it('a host may do everything in a room of its own, the others only grab and gust', async () => {
    const { room, host_key } = await server.createRoom({ scene: 'chain', title: 'Physics 9b' })
    const [host, guest] = [await join({ room, host_key }), await join({ room })]
    assert.equal(host.room.title, 'Physics 9b')
    assert.deepEqual([host.welcome.host, guest.welcome.host], [true, false])
    assert.deepEqual(host.welcome.rights, RIGHTS)
    assert.deepEqual(guest.welcome.rights, ['grab', 'gust'])
    assert.ok(guest.room.seats.get(host.welcome.seat).host)
    for (const [right, ask] of Object.entries(asks)) {
      if (guest.welcome.rights.includes(right)) await guest.order(...ask)
      else await guest.refused('not_allowed', ...ask)
    }
    for (const type of ['resume', 'step']) await guest.refused('not_allowed', type)
    assert.ok(!guest.events.some((e) => ['parameter', 'paused', 'reset', 'scene'].includes(e.type)))
    for (const ask of Object.values(asks)) await host.order(...ask)
  })

  it('everyone may do everything in a demo room', async () => {
    const a = await join({ room: 'CHAIN' })
    assert.deepEqual(a.welcome.rights, RIGHTS)
    assert.equal(a.welcome.host, false)
    for (const ask of Object.values(asks)) await a.order(...ask)
    await a.order('resume')
    await a.order('scene', { scene: 'chain' })
  })

  it('a host that comes back is a host', async () => {
    const { room, host_key } = await server.createRoom({ scene: 'rope' })
    const a = await join({ room, host_key })
    await a.leave()
    const b = await join({ room, resume: a.welcome.resume })
    assert.ok(b.welcome.host)
    await b.order('reset')
  })

  it('a wrong host key is refused, and its owner joins as an ordinary member', async () => {
    const [one, other] = [
      await server.createRoom({ scene: 'rope' }), await server.createRoom({ scene: 'rope' }),
    ]
    for (const host_key of [other.host_key, 'guess', 'A'.repeat(64)]) {
      const a = await join({ room: one.room, host_key })
      assert.deepEqual(a.refusals.map((refusal) => refusal.code), ['bad_key'])
      assert.equal(a.welcome.host, false)
      await a.refused('not_allowed', 'reset')
    }
  })
})
