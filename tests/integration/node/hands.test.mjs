// Hands: what one takes hold of, all see move; each pulls on its own.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Follower } from './lib/follower.mjs'
import { Server } from './lib/server.mjs'

const GRID_M = 1 / 8192

// Tip of the default chain: pinned at (0, 1.5, 0), 1 m long, 20 links.
const TIP = 20

describe('hands', () => {
  let server, hosted
  before(async () => {
    server = await Server.start()
    hosted = await server.createRoom({ scene: 'chain', parameters: { iterations: 30 } })
  })
  afterEach(() => server.dismiss())
  after(() => server.stop())

  const join = (hello) => Follower.join(server, { ...hosted, rate: 60, ...hello })
  const reaches = (viewer, particle, at, within) => viewer.until(
    () => viewer.distance(particle, at) < within, `particle ${particle} near ${at}`)

  it('a grab by one moves what the other sees', async () => {
    const [a, b] = [await join(), await join()]
    const at = [0.5, 1.2, 0.3]
    const { step } = await a.order('grab', { hand: 3, particle: TIP, at })
    const taken = await b.event('taken')
    assert.deepEqual(taken, {
      number: taken.number, type: 'taken', step, seat: a.welcome.seat, hand: 3, particle: TIP,
    })
    await reaches(b, TIP, at, 0.05)
    const [seat, hand, ...target] = b.hands[0]
    assert.deepEqual([seat, hand], [a.welcome.seat, 3])
    target.forEach((value, axis) => assert.ok(Math.abs(value - at[axis]) <= GRID_M / 2))

    const elsewhere = [-0.5, 1, 0]
    await a.order('move', { hand: 3, at: elsewhere })
    await reaches(b, TIP, elsewhere, 0.05)
    await a.order('release', { hand: 3 })
    const letGo = await b.event('let_go')
    assert.deepEqual([letGo.seat, letGo.hand, letGo.reason], [a.welcome.seat, 3, 'released'])
    await b.until(() => b.distance(TIP, elsewhere) > 0.2, 'the tip to swing away')
    assert.deepEqual(b.hands, [])
  })

  it('one of several hands on a particle lets go, and the other still holds', async () => {
    const [a, b, c] = [await join(), await join(), await join()]
    const [left, right] = [[-0.6, 1.2, 0], [0.6, 1.2, 0]]
    await a.order('grab', { hand: 0, particle: TIP, at: left })
    await b.order('grab', { hand: 0, particle: TIP, at: right })
    await b.order('grab', { hand: 1, particle: TIP, at: right })
    await c.event('taken', 0, (e) => e.hand === 1)
    const owners = () => c.hands.map(([seat, hand]) => `${seat}:${hand}`).sort()
    const all = [a, b, b].map((viewer, i) => `${viewer.welcome.seat}:${i === 2 ? 1 : 0}`)
    await c.until(() => owners().length === 3, 'three hands in a frame')
    assert.deepEqual(owners(), all.sort())
    // Two pull right, one left: the two win.
    await c.until(() => c.position(TIP)[0] > 0.03, 'a tug of war')

    await a.order('release', { hand: 0 })
    await b.order('release', { hand: 1 })
    await reaches(c, TIP, right, 0.05)
    await c.until(() => c.hands.length === 1, 'one hand in a frame')
    assert.equal(c.room.particleOf(b.welcome.seat, 0), TIP)
  })

  it('hands of one who closes or drops the connection let go', async () => {
    const watcher = await join()
    const ends = [(socket) => socket.close(1000), (socket) => socket._socket.resetAndDestroy()]
    for (const end of ends) {
      const a = await join()
      await a.order('grab', { hand: 0, particle: 7, at: [0, 1, 0] })
      const { seat } = a.welcome
      server.viewers.delete(a)
      end(a.socket)
      const left = await watcher.event('left', 0, (e) => e.seat === seat)
      const letGo = watcher.events.find((e) => e.type === 'let_go' && e.seat === seat)
      assert.equal(letGo.reason, 'disconnected')
      assert.equal(letGo.number, left.number - 1)
    }
  })

  it('hands that drop while the room is paused are gone from the next frame', async () => {
    const [a, watcher] = [await join(), await join()]
    await a.order('grab', { hand: 0, particle: 7, at: [0, 1, 0] })
    await watcher.order('pause')
    await a.settle()
    await a.leave()
    server.viewers.delete(a)
    await watcher.event('left')
    const late = await join() // its frame is held against the state
    assert.equal(late.hands.length, 0)
    await watcher.order('resume')
  })

  it('waiting moves coalesce, and the newest seq covers the others', async () => {
    const a = await join()
    await a.order('grab', { hand: 0, particle: TIP, at: [0, 1, 0] })
    await a.order('grab', { hand: 1, particle: 5, at: [0, 1, 0] })
    const count = 60
    const moves = a.inOneGo(() => Array.from({ length: count }, (_, i) =>
      a.command('move', { hand: i % 2, at: [i / 100, 1, 0] })))
    const acks = (await Promise.all(moves)).filter((answer) => !answer.coalesced)
    assert.ok(acks.length < count / 2, `${acks.length} acks for ${count} moves`)
    // Each hand's last move was acknowledged by its own seq.
    const last = acks.map((ack) => ack.seq).sort((x, y) => y - x).slice(0, 2)
    assert.deepEqual(last, [a.seq, a.seq - 1])
    await a.until(() => Math.abs(target(a, 0)[0] - 0.58) <= GRID_M, 'the newest target of hand 0')
    await a.until(() => Math.abs(target(a, 1)[0] - 0.59) <= GRID_M, 'the newest target of hand 1')
    await a.order('release', { hand: 0 })
    await a.order('release', { hand: 1 })
  })

  it('a move that waits when its hand is let go is answered too', async () => {
    const [a, b] = [await join(), await join()]
    for (const type of ['reset', 'release']) {
      await a.order('grab', { hand: 0, particle: TIP, at: [0, 1, 0] })
      const fields = type === 'release' ? { hand: 0 } : {}
      const [move, end] = a.inOneGo(() =>
        [a.command('move', { hand: 0, at: [0.3, 1, 0] }), a.command(type, fields)])
      assert.equal((await end).type, 'ack')
      assert.ok(['ack', 'refused'].includes((await move).type))
    }
    await b.settle()
  })

  it('what cannot be held is refused', async () => {
    const a = await join()
    const at = [0, 1, 0]
    assert.equal(a.welcome.limits.hands, 10)
    await a.refused('pinned', 'grab', { hand: 0, particle: 0, at })
    await a.refused('no_such_particle', 'grab', { hand: 0, particle: 21, at })
    await a.refused('no_such_particle', 'grab', { hand: 0, particle: 2 ** 32 - 1, at })
    await a.refused('no_such_hand', 'move', { hand: 0, at })
    await a.refused('no_such_hand', 'release', { hand: 0 })
    await a.refused('no_such_hand', 'release', { hand: 4_000_000_000 })
    await a.refused('too_many_hands', 'grab', { hand: 10, particle: 1, at })
    await a.order('grab', { hand: 0, particle: 1, at })
    await a.refused('hand_in_use', 'grab', { hand: 0, particle: 2, at })
    assert.match(await a.refused('out_of_range', 'move', { hand: 0, at: [0, 0, 64.1] }), /64/)
    await a.order('move', { hand: 0, at: [64, -64, 64] })
    for (let hand = 1; hand < 10; hand++) await a.order('grab', { hand, particle: 1, at })
    await a.settle()
  })
})

function target(viewer, hand) {
  const found = viewer.hands.find((h) => h[0] === viewer.welcome.seat && h[1] === hand)
  return found ? found.slice(2) : [NaN]
}
