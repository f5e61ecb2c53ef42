// Rooms that nobody is in: after a grace they stand still, and go on when somebody comes.
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { Follower } from './lib/follower.mjs'
import { Server, sleep, within } from './lib/server.mjs'

const GRACE_MS = 5000
const RATE_HZ = 60

describe('a room that nobody is in', () => {
  let server
  afterEach(() => server.stop())

  async function metric(name) {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(new RegExp(`^ropewalk_${name} (\\d+)$`, 'm').exec(text)[1])
  }

  async function allStill() {
    while ((await metric('rooms_still')) < (await metric('rooms'))) await sleep(50)
  }

  // How many steps were made or lost from one tick to another, and how many were due.
  const told = (from, to) => to.step + to.lost - from.step - from.lost
  const due = (from, to) => ((to.time - from.time) / 1000) * RATE_HZ

  // The server's clock is this machine's.
  const now = () => Number(process.hrtime.bigint()) / 1e6

  it('stands still after a grace and goes on from the same step', async () => {
    server = await Server.start('--metrics', 'open')
    const a = await Follower.join(server, { room: 'CHAIN', rate: 60 })
    const b = await Follower.join(server, { room: 'ROPE', rate: 60 })
    await b.order('pause')
    await b.event('paused')
    await b.settle()
    await a.frameAfter(20)
    assert.equal(await metric('rooms_still'), 0, 'the grace is not over')
    const leftMs = now()
    await server.dismiss()
    await within(allStill(), 'all rooms stand still', 4 * GRACE_MS)
    const stillMs = now()
    const last = a.ticks.at(-1)
    assert.ok(stillMs - leftMs >= GRACE_MS - 100, 'whoever comes back at once has missed nothing')
    const before = [await metric('steps_total'), await metric('steps_lost_total')]
    await sleep(1500)
    assert.deepEqual([await metric('steps_total'), await metric('steps_lost_total')], before)

    const joinedMs = now()
    const c = await Follower.join(server, { room: 'CHAIN', rate: 60 })
    const { state } = c.welcome
    const [first] = c.ticks
    assert.ok(told(last, state) <= due(last, { time: stillMs }) + 2,
      'no step was made after the grace')
    assert.equal(state.paused, false)
    assert.ok(first.time >= joinedMs, 'its step is the present one')
    assert.ok(told(state, first) <= due({ time: joinedMs }, first), 'nothing is made up for or lost')
    await c.frameAfter(first.step + 60)
    const newest = c.ticks.at(-1)
    assert.ok(Math.abs(told(first, newest) - due(first, newest)) < 0.01, 'at its beat, no faster')
    assert.ok(!c.events.some(({ type }) => ['paused', 'resumed'].includes(type)))
    assert.equal(await metric('rooms_still'), (await metric('rooms')) - 1)

    const d = await Follower.join(server, { room: 'ROPE', rate: 60 })
    assert.equal(d.welcome.state.paused, true)
    assert.equal(d.frameStep, b.frameStep)
    assert.deepEqual(d.frame, b.frame)
    await d.order('resume')
    await d.frameAfter(d.frameStep + 10)
  })

  it('steps on with --empty-rooms run', async () => {
    server = await Server.start('--metrics', 'open', '--empty-rooms', 'run')
    const a = await Follower.join(server, { room: 'CHAIN', rate: 60 })
    await a.frameAfter(20)
    const last = a.ticks.at(-1)
    await server.dismiss()
    await sleep(GRACE_MS + 1000)
    assert.equal(await metric('rooms_still'), 0)
    const b = await Follower.join(server, { room: 'CHAIN', rate: 60 })
    const [first] = b.ticks
    assert.ok(first.step > last.step)
    assert.ok(due(last, first) > (GRACE_MS / 1000) * RATE_HZ)
    assert.ok(Math.abs(told(last, first) - due(last, first)) < 0.01, 'no step is missing')
  })
})
