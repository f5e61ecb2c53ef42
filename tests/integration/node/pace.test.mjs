// How often frames come: fewer for those who lag and for crowds, as many as asked for all others.
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { after, before, describe, it } from 'node:test'
import { Follower } from './lib/follower.mjs'
import { Server, sleep } from './lib/server.mjs'

// Frames of 50 kB, 1.5 MB in each second: what sockets hold is soon full.
const heavy = {
  scene: 'cloth',
  parameters: { columns: 64, rows: 64, iterations: 1, breeze: 0 },
}
const flags = ['--metrics', 'open']

/** From now on it reads so much in a second, until the test ends or what it returns is called. */
function readSlowly(test, { socket }, bytesPerSecond) {
  let timer
  let until = performance.now()
  const rest = (bytes) => {
    const now = performance.now()
    until = Math.max(until, now) + (1000 * bytes.length) / bytesPerSecond
    socket.pause()
    clearTimeout(timer)
    timer = setTimeout(() => socket.resume(), until - now)
  }
  socket.on('message', rest)
  const stop = () => {
    socket.off('message', rest)
    clearTimeout(timer)
    socket.resume()
  }
  test.after(stop)
  return stop
}

/** Until the test ends it says twice a second that it shows this step. */
function showOnly(test, viewer, step) {
  const timer = setInterval(() => viewer.send({ type: 'ping', time: 0, step }), 500)
  test.after(() => clearInterval(timer))
}

async function counted(server, name) {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^ropewalk_${name} (\\d+)$`, 'm').exec(text)[1])
}

describe('the pace of frames', { concurrency: true }, () => {
  let server
  before(async () => {
    server = await Server.start(...flags)
  })
  after(() => server.stop())

  it('a viewer that reads too slowly is sent fewer, and as many as before once it keeps up', async (test) => {
    const { room } = await server.createRoom(heavy)
    const other = await Follower.join(server, { room, rate: 30 })
    const slow = await Follower.join(server, { room, rate: 30 })
    const stop = readSlowly(test, slow, 375_000)
    await slow.until(() => slow.rates.length > 0, 'it is told of a lower rate')
    assert.equal(slow.rates[0], 20)
    assert.ok((await counted(server, 'rates_lowered_total')) >= 1)
    assert.ok((await counted(server, 'viewers_lowered')) >= 1)
    stop()
    await slow.until(() => slow.rates.at(-1) === 30, 'its rate is raised again', 90_000)
    const from = slow.frameCount
    await slow.until(() => slow.frameCount > from + 30, 'frames at its old rate')
    assert.ok((await counted(server, 'rates_raised_total')) >= 1)
    assert.deepEqual(other.rates, [], 'who reads is sent as many as ever')
  })

  it('a viewer that shows old frames is sent fewer, though it reads all', async (test) => {
    const { room } = await server.createRoom({ scene: 'rope' })
    const viewer = await Follower.join(server, { room, rate: 60 })
    const other = await Follower.join(server, { room, rate: 60 })
    showOnly(test, viewer, viewer.frameStep)
    showOnly(test, other, 2 ** 40) // as if it were ahead
    await viewer.until(() => viewer.rates.includes(20), 'it is told of lower rates')
    assert.deepEqual(viewer.rates.slice(0, 2), [30, 20], 'one notch at a time')
    assert.deepEqual(other.rates, [])
  })

  it('more than twenty viewers are sent 20 in a second, but for those who asked', async () => {
    const { room } = await server.createRoom({ scene: 'chain' })
    const asked = await Follower.join(server, { room, rate: 30 })
    const viewers = []
    for (let i = 0; i < 20; i++) viewers.push(await Follower.join(server, { room }))
    assert.ok(viewers.every(({ welcome }) => welcome.rate === 30), 'twenty are no crowd')
    await viewers[0].until(() => viewers[0].rates.length > 0, 'it is told')
    assert.deepEqual(viewers[0].rates, [20])
    const late = await Follower.join(server, { room })
    assert.equal(late.welcome.rate, 20)
    for (const viewer of viewers.slice(5)) await viewer.leave()
    await late.until(() => late.rates.length > 0, 'it is told that there is no crowd any more')
    assert.deepEqual(late.rates, [30])
    assert.deepEqual(asked.rates, [])
    assert.equal(asked.welcome.rate, 30)
  })
})

describe('a pace that does not adapt', () => {
  let server
  before(async () => {
    server = await Server.start('--adaptive-rate', 'off', ...flags)
  })
  after(() => server.stop())

  it('is what was asked, or 30, whoever lags and however many there are', async (test) => {
    const { room } = await server.createRoom(heavy)
    const viewers = []
    for (let i = 0; i < 22; i++) viewers.push(await Follower.join(server, { room, rate: 1 }))
    const slow = await Follower.join(server, { room })
    assert.equal(slow.welcome.rate, 30)
    readSlowly(test, slow, 375_000)
    showOnly(test, slow, slow.frameStep)
    await slow.until(() => slow.frameStep > slow.welcome.state.step + 300, 'five seconds of the room')
    await sleep(1000) // the one in which it would be lowered at the latest
    assert.ok((await counted(server, 'frames_skipped_total')) > 50, 'it has missed many')
    assert.equal(await counted(server, 'rates_lowered_total'), 0)
    assert.equal(await counted(server, 'viewers_lowered'), 0)
    assert.deepEqual([slow, ...viewers].flatMap(({ rates }) => rates), [])
  })
})
