// Frames and events reach every viewer: the same bytes for a class, each event once, at any pace.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { performance } from 'node:perf_hooks'
import { RATES } from './lib/contract.mjs'
import { Follower } from './lib/follower.mjs'
import { RawSocket } from './lib/raw_socket.mjs'
import { full, Server, sleep } from './lib/server.mjs'

// Frames of 50 kB: what the kernel takes for a viewer that does not read is soon full.
const heavy = {
  scene: 'cloth',
  parameters: { columns: 64, rows: 64, iterations: 1, breeze: 0 },
}
const enoughBytes = 4e6 // the sockets of both sides were seen to hold 1.5e6

describe('following a room', () => {
  let server
  before(async () => {
    // So that a test can make hundreds of events at once.
    server = await Server.start('--commands-per-s-max', '10000')
  })
  afterEach(() => server.dismiss())
  after(() => server.stop())

  const join = (hello) => Follower.join(server, hello)

  it('two viewers of one class receive byte-identical ticks', async () => {
    const [a, b] = await Promise.all(
      [1, 2].map(() => join({ room: 'CHAIN', rate: 60, record: true })))
    const shared = () => a.ticks.filter((tick) => b.ticks.some((other) => same(tick, other)))
    const same = (x, y) => x.step === y.step && x.e0 === y.e0 && x.e === y.e
    a.command('gust', { direction: [1, 0, 0], strength: 5, duration: 0.2 })
    await a.until(() => shared().length >= 60, 'sixty ticks that both have')
    for (const tick of shared()) {
      const other = b.ticks.find((candidate) => same(tick, candidate))
      assert.deepEqual(tick.bytes, other.bytes, `step ${tick.step}`)
    }
  })

  it('the room code may be written in any case', async () => {
    const a = await join({ room: 'chain' })
    assert.equal(a.room.code, 'CHAIN')
  })

  it('a viewer gets frames at its rate', async () => {
    const viewers = await Promise.all(RATES.map((rate) => join({ room: 'CHAIN', rate })))
    const [fastest, slowest] = [viewers[0], viewers.at(-1)]
    await slowest.until(() => slowest.ticks.length >= 4, 'four frames at one a second')
    for (const viewer of viewers) {
      const { rate } = viewer.welcome
      const due = framesDue(viewer.ticks, rate)
      const got = viewer.ticks.length - 1
      assert.ok(got <= due + 2, `${got} ticks where ${due} were due at ${rate} per second`)
      // A machine that is overrun delivers less, but not to one class alone.
      const fair = Math.min(due, fastest.ticks.length) / 2
      assert.ok(got >= fair, `${got} ticks where ${due} were due at ${rate} per second`)
    }
  })

  it('a change of rate holds from its ack on', async () => {
    const a = await join({ room: 'CHAIN', rate: 60 })
    await a.until(() => a.ticks.length >= 30, 'thirty frames')
    // What was on its way and the first frame of the new class are not counted.
    const since = (step) => a.ticks.filter((tick) => tick.step > step + 6)

    const slower = await a.order('rate', { rate: 10 })
    await a.until(() => since(slower.step).length >= 10, 'ten frames at ten a second')
    const due = framesDue(since(slower.step), 10)
    assert.ok(9 <= due + 2, `9 ticks where ${due} were due`)

    const faster = await a.order('rate', { rate: 60 })
    await a.until(() => {
      const ticks = since(faster.step)
      return ticks.length > 10 && ticks.length - 1 > framesDue(ticks, 10) + 2
    }, 'more than ten frames a second')
    await a.refused('out_of_range', 'rate', { rate: 25 })
  })

  it('every event comes once, at any rate, to latecomers and across changes of rate', async () => {
    const hosted = await server.createRoom({ scene: 'chain' })
    const [active, slow, fickle] = await Promise.all([
      join({ ...hosted, rate: 60 }), join({ room: hosted.room, rate: 1 }),
      join({ room: hosted.room, rate: 30 }),
    ])
    const viewers = [active, slow, fickle]
    for (const rate of [1, 60, 20, 1, 10, 30]) {
      viewers.push(await join({ room: hosted.room, rate: 1 }))
      fickle.command('rate', { rate })
      for (let i = 0; i < 10; i++) {
        active.command('grab', { hand: 0, particle: 10, at: [0, 1, 0] })
        await active.order('release', { hand: 0 })
        await sleep(20)
      }
    }
    await active.settle()
    const last = active.cursor
    for (const viewer of viewers) {
      await viewer.until(() => viewer.cursor === last, 'the newest event')
      const from = Math.max(viewer.events[0].number, active.events[0].number)
      const told = ({ events }) => events.filter((e) => e.number >= from)
      assert.deepEqual(told(viewer), told(active))
    }
  })

  it('a newcomer to a paused room gets a frame', async () => {
    const hosted = await server.createRoom({ scene: 'rope' })
    const a = await join(hosted)
    await a.order('pause')
    await a.event('paused')
    await a.settle()
    const b = await join({ room: hosted.room })
    assert.ok(b.room.paused)
    assert.deepEqual(b.frame, a.frame)
    assert.equal(b.frameStep, a.frameStep)
    await a.event('joined', 0, (event) => event.seat === b.welcome.seat)
  })

  it('events come soon while the room is paused, without a frame when nothing moved', async () => {
    const hosted = await server.createRoom({ scene: 'chain' })
    const [a, b] = [await join(hosted), await join({ room: hosted.room, rate: 1 })]
    await a.order('pause')
    await b.event('paused')
    const delays = []
    for (let i = 0; i < 8; i++) {
      const sent = performance.now()
      const ticks = b.ticks.length
      a.command('gust', { direction: [0, 0, 1], strength: 1, duration: 1, width: 0 })
      await b.until(() => b.events.filter((e) => e.type === 'gust').length > i, 'the gust')
      delays.push(performance.now() - sent)
      assert.ok(b.ticks.slice(ticks).every((tick) => !tick.frame), 'nothing moved')
    }
    // 50 ms are promised; ten times that on a machine that is busy with other things.
    const median = delays.sort((x, y) => x - y)[4]
    assert.ok(median < 500, `${median} ms`)
  })

  it('ping is answered with the clock of the ticks', async () => {
    const a = await join({ room: 'CHAIN' })
    a.send({ type: 'ping', time: 1234.5 })
    await a.until(() => a.pong, 'a pong')
    assert.equal(a.pong.time, 1234.5)
    assert.ok(Math.abs(a.pong.server_time - a.frameTime) < 60_000)
  })

  // Makes this many events, two by two, with a hand that takes hold and lets go.
  async function makeEvents(viewer, count) {
    for (let made = 0; made < count; made += 2) {
      viewer.command('grab', { hand: 0, particle: 4000, at: [0, 1, 0] })
      await viewer.order('release', { hand: 0 })
    }
  }

  // A viewer of a slower class stops reading until far more has passed than sockets hold, while
  // another makes events, and reads on in the midst of more of them.
  async function stall(count, ms = 0) {
    const hosted = await server.createRoom(heavy)
    const [active, stalled] = [
      await join({ ...hosted, rate: 60 }), await join({ room: hosted.room, rate: 20 }),
    ]
    await active.event('joined')
    const from = active.frameCount // of a busy server fewer than one per step
    const last = active.cursor + count + 120
    const passed = () => ((active.frameCount - from) / 3) * active.frame.byteLength
    stalled.socket.pause()
    await active.until(() => passed() > enoughBytes / 2, 'frames that nobody reads')
    await makeEvents(active, count)
    await active.until(() => passed() > enoughBytes, 'more of them')
    await sleep(ms)
    const more = makeEvents(active, 120)
    await active.until(() => active.cursor > last - 100, 'some of them')
    stalled.socket.resume()
    await more
    for (const viewer of [active, stalled]) {
      await viewer.until(() => viewer.cursor === last, 'the newest event')
    }
    await stalled.frameAfter(active.frameStep)
    const steps = stalled.ticks.map((tick) => tick.step)
    const jump = Math.max(...steps.slice(1).map((step, i) => step - steps[i]))
    assert.ok(jump > 30, `frames were left out: ${jump} steps at most`)
    return { active, stalled }
  }

  it('a viewer that stopped reading gets every event once when it reads on', async () => {
    const { active, stalled } = await stall(100)
    assert.equal(stalled.states, 0)
    const own = stalled.events[0].number
    assert.deepEqual(stalled.events, active.events.filter((e) => e.number >= own))
    assert.equal(stalled.events.filter((e) => e.type === 'let_go').length, 110)
  })

  it('a viewer that is more than 256 events behind gets the state instead', async () => {
    const { active, stalled } = await stall(300)
    assert.equal(stalled.states, 1)
    assert.deepEqual(stalled.room.summary(), active.room.summary())
    const next = stalled.events.at(-1).number
    assert.deepEqual(stalled.events.at(-1), active.events.find((e) => e.number === next))
  })

  it('half a minute without reading changes nothing', { skip: !full && 'only at length' },
    async () => {
      const { stalled } = await stall(100, 30_000)
      assert.equal(stalled.states, 0)
    })

  it('a viewer that never reads slows nobody', async () => {
    const hosted = await server.createRoom(heavy)
    const mute = await RawSocket.join(server, { room: hosted.room, rate: 60 })
    mute.socket.pause()
    const a = await join({ ...hosted, rate: 60 })
    const from = a.frameStep
    const passed = () => (a.frameStep - from) * a.frame.byteLength
    await a.until(() => passed() > enoughBytes, 'more frames than the mute viewer can be sent')
    await makeEvents(a, 20)
    const steps = a.ticks.map((tick) => tick.step)
    const gap = Math.max(...steps.slice(1).map((step, i) => step - steps[i]))
    assert.ok(gap < 300, `${gap} steps without a frame`)
    mute.destroy()
    await a.event('left')
  })

  it('a viewer that asks for the state gets it, then an independent frame', async () => {
    const a = await join({ room: 'ROPE', rate: 1 })
    for (let i = 1; i <= 10; i++) {
      await sleep(20) // so that the last frame published is a step old at least
      await a.settle() // compares it with what the events told
      assert.equal(a.states, i)
      await a.until(() => !a.frameMustFollow, 'the frame') // which is held against the state's step
    }
  })
})

// Frames due at this rate between the first of these ticks and the last.
function framesDue(ticks, rate) {
  const [first, last] = [ticks[0], ticks.at(-1)]
  return ((last.step + last.lost - first.step - first.lost) / 60) * rate
}
