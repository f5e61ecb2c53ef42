// What members do to the world, and how everyone hears of it.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Follower } from './lib/follower.mjs'
import { Server } from './lib/server.mjs'

describe('the world', () => {
  let server
  before(async () => (server = await Server.start('--commands-per-s-max', '10000')))
  afterEach(() => server.dismiss())
  after(() => server.stop())

  // Two viewers of a new room: the first is its host, the second watches.
  async function open(scene, parameters = {}) {
    const hosted = await server.createRoom({ scene, parameters })
    return [
      await Follower.join(server, { ...hosted, rate: 60 }),
      await Follower.join(server, { room: hosted.room, rate: 60 }),
    ]
  }

  async function pause(...viewers) {
    await viewers[0].order('pause')
    for (const viewer of viewers) await viewer.event('paused')
    await viewers[0].settle()
  }

  // One step while paused; resolves when its frame has come.
  async function step(viewer) {
    const { step: before } = await viewer.order('step')
    await viewer.frameAfter(before)
    assert.equal(viewer.frameStep, before + 1)
  }

  it('a gust blows on everyone’s rope', async () => {
    const [a, b] = await open('rope')
    const gust = { direction: [0, 0, 1], strength: 50, duration: 0.5, width: 0 }
    const { step } = await a.order('gust', gust)
    const event = await b.event('gust')
    assert.deepEqual(event,
      { number: event.number, type: 'gust', step, seat: a.welcome.seat, ...gust })
    await b.until(() => b.position(20)[2] > 0.05, 'the middle to be blown along z')
  })

  it('a gust without a width has one of half a metre', async () => {
    const [a, b] = await open('rope')
    await a.order('gust', { direction: [1, 0, 0], strength: 1, duration: 1 })
    assert.equal((await b.event('gust')).width, 0.5)
  })

  it('more gusts than may blow at once are refused', async () => {
    const [a] = await open('rope')
    await pause(a)
    const gust = { direction: [1, 0, 0], strength: 1, duration: 1 }
    for (let i = 0; i < 8; i++) await a.order('gust', gust)
    await a.refused('too_many_gusts', 'gust', gust)
  })

  it('a live parameter acts at the next step, without another world', async () => {
    const [a, b] = await open('chain', { angle: 0, damping: 0 })
    await a.order('set', { parameter: 'gravity', value: 0 })
    await a.order('set', { parameter: 'gravity', value: 1.625 })
    const first = await b.event('parameter')
    const second = await b.event('parameter', first.number)
    assert.deepEqual([first.name, first.value], ['gravity', 0])
    assert.deepEqual([second.name, second.value], ['gravity', 1.625])
    assert.ok(!b.events.some((e) => e.type === 'scene'))
    await b.settle()
    assert.equal(b.room.parameter('gravity').value, 1.625)
  })

  it('a live parameter moves the world', async () => {
    const [a, b] = await open('chain', { angle: 0, iterations: 30 })
    await b.until(() => b.frameStep > 10, 'a few steps')
    const hanging = b.position(20)[1]
    await a.order('set', { parameter: 'tip_mass', value: 1000 })
    await b.until(() => b.position(20)[1] < hanging - 0.1, 'a heavier tip to sink')
  })

  it('a parameter that decides the size builds another world', async () => {
    const [a, b] = await open('chain')
    await b.order('grab', { hand: 2, particle: 20, at: [0, 1, 0] })
    const { step } = await a.order('set', { parameter: 'links', value: 31 })
    const scene = await b.event('scene')
    assert.equal(scene.scene.particles, 32)
    assert.equal(scene.step, step)
    assert.equal(scene.seat, a.welcome.seat)
    const before = b.events.find((e) => e.number === scene.number - 1)
    assert.deepEqual([before.type, before.seat, before.hand, before.reason],
      ['let_go', b.welcome.seat, 2, 'scene'])
    await b.frameAfter(step)
    assert.equal(b.frame.length, 3 * 32)
    assert.equal(b.room.parameter('links').value, 31)
  })

  it('another rate of steps keeps the rate of frames', async () => {
    const [a, b] = await open('rope', { iterations: 2 })
    await a.order('set', { parameter: 'rate', value: 240 })
    const scene = await b.event('scene')
    assert.equal(scene.scene.h, 1 / 240)
    const from = b.ticks.length
    await b.until(() => b.ticks.length >= from + 40, 'forty frames')
    const ticks = b.ticks.slice(from)
    const steps = ticks.at(-1).step - ticks[0].step
    assert.ok(steps >= 4 * (ticks.length - 1) - 4, `${steps} steps in ${ticks.length} frames`)
  })

  it('iterations with the re-kick: the chain is back on the plumb line and pushed', async () => {
    const [a, b] = await open('chain')
    await pause(a, b)
    await a.order('set', { parameter: 'iterations', value: 3 })
    const rekick = await b.event('rekick')
    const before = b.events.find((e) => e.number === rekick.number - 1)
    assert.deepEqual([before.type, before.name, before.value], ['parameter', 'iterations', 3])
    await b.settle()
    for (let i = 0; i <= 20; i++) {
      assert.ok(b.distance(i, [0, 1.5 - i / 20, 0]) < 1e-5, `bead ${i} on the plumb line`)
    }
    await step(a)
    const speed = a.position(20)[0] * 60
    assert.ok(speed > 2.5 && speed < 3.1, `the tip is pushed with ${speed} m/s`)
  })

  it('iterations without the re-kick move by one per step', async () => {
    const [a, b] = await open('chain', { angle: 0, rekick: 0, iterations: 5, damping: 10 })
    await pause(a, b)
    const steps = Array.from({ length: 400 }, () => a.command('step'))
    await Promise.all(steps) // the chain has come to rest
    await a.order('set', { parameter: 'damping', value: 0 })
    await a.settle()
    const rest = a.position(20)[1]
    // Five sweeps leave a chain at rest 102.5 mm too long.
    assert.ok(Math.abs(0.5 - rest - 0.1025) < 0.01, `stretched by ${0.5 - rest} m`)
    await a.order('set', { parameter: 'iterations', value: 50 })
    let [fastest, before] = [0, rest]
    for (let i = 0; i < 60; i++) {
      await step(a)
      fastest = Math.max(fastest, Math.abs(a.position(20)[1] - before) * 60)
      before = a.position(20)[1]
    }
    assert.ok(!b.events.some((e) => e.type === 'rekick'))
    // In one jump the tip would reach 2.2 m/s.
    assert.ok(fastest > 0.2 && fastest <= 0.8, `the tip moved with ${fastest} m/s`)
    assert.ok(before > rest + 0.05, 'fifty sweeps are stiffer than five')
  })

  it('paused, the world stands still; step makes one step; resume goes on', async () => {
    const [a, b] = await open('chain')
    await a.refused('not_paused', 'step')
    await pause(a, b)
    const { frameStep, frame } = b
    await a.order('pause') // twice is no event
    await b.settle()
    assert.equal(b.frameStep, frameStep)
    assert.deepEqual(b.frame, frame)
    await step(a)
    await step(a)
    await b.until(() => b.frameStep === frameStep + 2, 'two steps')
    assert.notDeepEqual(b.frame, frame)
    await a.order('resume')
    await a.order('resume')
    await b.event('resumed')
    await b.frameAfter(frameStep + 10)
    assert.equal(b.events.filter((e) => ['paused', 'resumed'].includes(e.type)).length, 2)
  })

  it('reset lets every hand go first, keeps the parameters and the count of steps', async () => {
    const [a, b] = await open('chain', { links: 10, length: 2 })
    await pause(a, b)
    await a.order('set', { parameter: 'gravity', value: 3 })
    await a.order('grab', { hand: 0, particle: 5, at: [1, 1, 1] })
    await b.order('grab', { hand: 1, particle: 6, at: [1, 1, 1] })
    await step(a)
    const { step: at } = await a.order('reset')
    const reset = await b.event('reset')
    assert.equal(reset.step, at)
    const before = b.events.filter((e) => [1, 2].includes(reset.number - e.number))
    assert.deepEqual(before.map((e) => [e.type, e.reason]), Array(2).fill(['let_go', 'reset']))
    await b.settle()
    assert.equal(b.frameStep, at)
    assert.equal(b.room.parameter('gravity').value, 3)
    const turn = (35 / 180) * Math.PI
    for (let i = 0; i <= 10; i++) {
      const [along, top] = [i / 5, 2.5]
      const start = [along * Math.sin(turn), top - along * Math.cos(turn), 0]
      assert.ok(b.distance(i, start) < 1e-5, `bead ${i} where it started`)
    }
  })

  it('springs that are too stiff blow up for everybody, until the world is put back', async () => {
    const [a, b] = await open('chain')
    const set = (parameter, value) => a.order('set', { parameter, value })
    await set('spring', 1e6)
    await set('stepping', 2)
    const burst = await a.event('burst')
    assert.deepEqual(await b.event('burst'), burst)
    const late = await Follower.join(server, { room: a.room.code, rate: 60 })
    assert.equal(late.welcome.state.burst, true)
    await late.frameAfter()
    const still = late.frame
    assert.deepEqual(await late.frameAfter(late.frameStep + 10), still, 'nothing moves')

    await a.order('reset')
    const again = await b.event('burst', burst.number)
    await late.event('burst', again.number - 1)
    await set('stepping', 0)
    await a.order('reset')
    const { number } = await late.event('reset', again.number)
    const start = await late.frameAfter()
    await late.until(() => late.frameStep > again.step + 60, 'a second of swinging')
    assert.notDeepEqual(late.frame, start, 'it moves')
    assert.ok(late.frame.every((c) => Math.abs(c) < 5), 'and stays together')
    assert.ok(!late.events.some((e) => e.number > number && e.type === 'burst'))
  })

  it('another scene replaces the world for everybody', async () => {
    const [a, b] = await open('chain')
    await a.order('grab', { hand: 0, particle: 20, at: [0, 1, 0] })
    const { step } = await a.order('scene', {
      scene: 'cloth', parameters: { columns: 4, rows: 3, gravity: 2 },
    })
    const { scene, step: at } = await b.event('scene')
    assert.equal(at, step)
    assert.equal(scene.name, 'cloth')
    assert.equal(scene.particles, 20)
    assert.equal(scene.pins.length, 5 * 4)
    assert.equal(scene.links.length, (4 * 4 + 5 * 3) * 8)
    assert.equal(b.room.parameter('gravity').value, 2)
    assert.equal(b.room.parameter('links'), undefined)
    await b.frameAfter(step)
    assert.equal(b.frame.length, 60)
  })

  it('an unknown scene or parameter, or one out of range, changes nothing', async () => {
    const [a, b] = await open('cloth')
    const { cursor } = b
    await a.refused('no_such_scene', 'scene', { scene: 'piano' })
    await a.refused('no_such_parameter', 'scene', { scene: 'rope', parameters: { strings: 88 } })
    await a.refused('no_such_parameter', 'set', { parameter: 'strings', value: 88 })
    const range = await a.refused('out_of_range', 'set', { parameter: 'iterations', value: 201 })
    assert.match(range, /iterations.*1 and 200/)
    await a.refused('out_of_range', 'set', { parameter: 'iterations', value: 1.5 })
    await a.refused('out_of_range', 'set', { parameter: 'rate', value: 61 })
    await a.refused('out_of_range', 'scene', { scene: 'chain', parameters: { links: 0 } })
    const costly = await a.refused('too_costly', 'scene', {
      scene: 'cloth', parameters: { columns: 128, rows: 128, iterations: 200, rate: 960 },
    })
    assert.equal(costly.match(/\d+/g).length, 2, `both figures: ${costly}`)
    await b.settle()
    assert.equal(b.cursor, cursor)
  })

  it('every command is answered, in the order in which they came', async () => {
    const [a] = await open('chain')
    const answers = []
    const note = (promise) => promise.then((answer) => answers.push(answer.seq))
    const all = a.inOneGo(() => [
      a.command('grab', { hand: 0, particle: 20, at: [0, 1, 0] }),
      a.command('gust', { direction: [1, 0, 0], strength: 1, duration: 1 }),
      a.command('pause'),
      a.command('step'),
      a.command('set', { parameter: 'gravity', value: 5 }),
      a.command('set', { parameter: 'gravity', value: -5 }),
      a.command('resume'),
      a.command('step'),
      a.command('release', { hand: 0 }),
      a.command('scene', { scene: 'rope' }),
      a.command('reset'),
    ].map(note))
    await Promise.all(all)
    const first = a.seq - all.length + 1
    assert.deepEqual(answers, all.map((_, i) => first + i))
  })
})
