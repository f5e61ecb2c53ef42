// Measurements, spectra and the inside of a step, against what a client finds out by itself.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { float32s, float64s, uint32s } from './lib/contract.mjs'
import { Follower } from './lib/follower.mjs'
import { Server, sleep } from './lib/server.mjs'

const close = (a, b, tolerance, what) =>
  assert.ok(Math.abs(a - b) <= tolerance, `${what}: ${a}, not ${b}`)

describe('measurements', () => {
  let server
  before(async () => {
    server = await Server.start('--commands-per-s-max', '10000', '--metrics', 'open')
  })
  afterEach(() => server.dismiss())
  after(() => server.stop())

  async function open(scene, parameters = {}, hello = {}) {
    const hosted = await server.createRoom({ scene, parameters })
    return Follower.join(server, { ...hosted, rate: 60, ...hello })
  }

  // One step of a paused world: its frame and its measures.
  async function step(viewer) {
    const { step: before } = await viewer.order('step')
    const measures = () => viewer.measures.find((m) => m.step === before + 1)
    await viewer.frameAfter(before)
    await viewer.until(measures, 'measures of the step')
    return measures()
  }

  // A trace, as soon as the server has time for it.
  async function look(viewer) {
    for (;;) {
      const answer = await viewer.command('trace')
      if (!['busy', 'too_fast'].includes(answer.code)) return answer
      await sleep(1050)
    }
  }

  async function counter(name) {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(new RegExp(`^ropewalk_${name} (\\d+)$`, 'm').exec(text)[1])
  }

  const value = (viewer, name) => viewer.room.parameter(name).value
  const masses = (viewer) => {
    const pins = new Set(uint32s(viewer.room.scene.pins))
    const last = viewer.room.scene.particles - 1
    return Array.from({ length: last + 1 }, (_, i) =>
      pins.has(i) ? 0 : value(viewer, i === last ? 'tip_mass' : 'bead_mass'))
  }

  // ---- figures ----

  it('the welcome tells what can be measured, each with a title', async () => {
    const viewer = await open('chain')
    const names = viewer.welcome.measures.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    for (const name of ['stretch_max', 'energy_total', 'momentum_x', 'tension', 'step_us']) {
      assert.ok(names.includes(name), name)
    }
    assert.ok(viewer.welcome.measures.every(({ title }) => title !== ''))
  })

  it('stretch and energies are those of the frame', async () => {
    const viewer = await open('chain', { angle: 60, damping: 0, substeps: 1 })
    await viewer.until(() => viewer.frameStep > 20, 'a swing')
    await viewer.order('pause')
    await viewer.order('measure', { rate: 60 })
    const trace = await look(viewer)
    const { values } = await step(viewer)

    const { links, rest } = viewer.room.scene
    const [ends, lengths] = [uint32s(links), float32s(rest)]
    const stretches = [...lengths].map((length, i) =>
      viewer.distance(ends[2 * i], viewer.position(ends[2 * i + 1])) / length - 1)
    close(values.stretch_max, Math.max(...stretches), 1e-9, 'largest stretch')
    close(values.stretch_mean, stretches.reduce((a, b) => a + b) / stretches.length, 1e-9, 'mean')

    const kg = masses(viewer)
    const velocities = float32s(trace.velocities)
    const sum = (f) => kg.reduce((total, mass, i) => total + mass * f(i), 0)
    const kinetic = sum((i) => [0, 1, 2].reduce((t, c) => t + velocities[3 * i + c] ** 2 / 2, 0))
    const potential = value(viewer, 'gravity') * sum((i) => viewer.position(i)[1])
    assert.ok(kinetic > 0.001)
    close(values.energy_kinetic, kinetic, 1e-5 * kinetic, 'kinetic energy')
    close(values.energy_potential, potential, 1e-5 * Math.abs(potential), 'potential energy')
    close(values.energy_total, values.energy_kinetic + values.energy_potential, 1e-9, 'their sum')
    close(values.momentum_x, sum((i) => velocities[3 * i]), 1e-5, 'momentum')
    assert.ok(!('sag' in values), 'what does not apply is left out')
  })

  it('a chain at rest pulls its pin with its weight', async () => {
    const viewer = await open('chain', { angle: 0, damping: 5 })
    await viewer.order('measure', { rate: 10 })
    const weight = value(viewer, 'gravity') * masses(viewer).reduce((a, b) => a + b)
    const rests = (m) => m.step > 120 && Math.abs(m.values.tension / weight - 1) < 0.002
    await viewer.until(() => viewer.measures.some(rests), 'the chain to come to rest')
    const [x, y, z] = float32s(viewer.measures.at(-1).pins)
    close(y, -weight, 0.01 * weight, 'downwards')
    close(Math.hypot(x, z), 0, 0.01 * weight, 'and nowhere else')
  })

  it('says how long a step takes, by the parts', async () => {
    const viewer = await open('cloth')
    await viewer.order('measure', { rate: 1 })
    await viewer.until(() => viewer.measures.length >= 3, 'three messages')
    const { step_us: whole, links_us: links } = viewer.measures.at(-1).values
    assert.ok(whole > 1 && whole < 1e5, `${whole} µs`)
    assert.ok(links > 0 && links <= whole, `${links} of ${whole} µs`)
  })

  for (const rate of [60, 30, 20, 10]) {
    it(`at ${rate} per second there are so many, each after its own step`, async () => {
      const viewer = await open('chain', {}, { rate: 1 }) // whatever the rate of frames
      await viewer.order('measure', { rate })
      const first = await viewer.until(() => viewer.measures[1], 'measures')
      await viewer.until(() => viewer.measures.at(-1).step >= first.step + 120, 'two seconds')
      const steps = viewer.measures.slice(1).map((m) => m.step)
      const within = steps.filter((n) => n > first.step && n <= first.step + 120)
      // A machine that is late makes steps in one go and skips some messages, and never sends more.
      assert.ok(within.length <= 2 * rate, `${within.length} messages`)
      assert.ok(within.length >= 0.5 * rate, `${within.length} messages`)
      assert.equal(new Set(steps).size, steps.length, 'each step once')
      const beats = new Set(steps.map((n) => Math.floor((n * rate) / 60)))
      assert.equal(beats.size, steps.length, `one for each beat: ${steps}`)
    })
  }

  it('those who do not ask get none, and who stops gets no more', async () => {
    const asker = await open('chain')
    const other = await Follower.join(server, { room: asker.room.code })
    await asker.order('measure', { rate: 60 })
    await asker.until(() => asker.measures.length > 5, 'measures')
    await asker.order('measure', { rate: 0 })
    const count = asker.measures.length
    await asker.frameAfter(asker.frameStep + 10)
    assert.equal(asker.measures.length, count)
    assert.deepEqual(other.measures, [])
  })

  it('a room is measured once for all, and not at all when the last has left', async () => {
    const viewers = [await open('chain')]
    for (let i = 0; i < 4; i++) {
      viewers.push(await Follower.join(server, { room: viewers[0].room.code, rate: 60 }))
    }
    await Promise.all(viewers.map((viewer) => viewer.order('measure', { rate: 60 })))
    const begun = [await counter('measured_total'), viewers[0].frameStep]
    await viewers[0].frameAfter(viewers[0].frameStep + 60)
    const measured = (await counter('measured_total')) - begun[0]
    await viewers[0].frameAfter() // so that no step is counted that no frame has shown
    assert.ok(measured <= viewers[0].frameStep - begun[1] + 10, `${measured} times`)
    const step = viewers[0].measures.at(-5).step
    await Promise.all(viewers.map((viewer) =>
      viewer.until(() => viewer.measures.at(-1).step >= step, 'the same step')))
    const told = viewers.map((v) => JSON.stringify(v.measures.find((m) => m.step === step)?.values))
    assert.equal(new Set(told).size, 1, 'everybody is told the same')
    await server.dismiss()
    let [before, now] = [-1, await counter('measured_total')]
    for (let i = 0; i < 50 && before !== now; i++) {
      await sleep(200)
      ;[before, now] = [now, await counter('measured_total')]
    }
    assert.equal(now, before, 'it stands still')
  })

  it('while paused they come at once after asking, and then with steps and resets', async () => {
    const viewer = await open('chain')
    await viewer.order('pause')
    await viewer.settle()
    await viewer.order('measure', { rate: 60 })
    await viewer.until(() => viewer.measures.length === 1, 'measures')
    assert.equal(viewer.measures[0].step, viewer.room.step)
    await step(viewer)
    assert.equal(viewer.measures.length, 2)
    await sleep(200)
    assert.equal(viewer.measures.length, 2, 'nothing has changed')
    await viewer.order('reset')
    await viewer.until(() => viewer.measures.length === 3, 'measures after the reset')
    close(viewer.measures[2].values.energy_kinetic, 0, 0, 'at rest')
  })

  it('they go on in another scene, and a connection that comes back asks again', async () => {
    const viewer = await open('chain')
    await viewer.order('measure', { rate: 60, particle: 5 })
    await viewer.order('scene', { scene: 'cloth' })
    await viewer.event('scene')
    const pins = uint32s(viewer.room.scene.pins).length
    const ofCloth = (m) => m.pins?.length === 12 * pins
    await viewer.until(() => viewer.measures.some(ofCloth), 'the pins of the cloth')
    const again = await Follower.join(server,
      { room: viewer.room.code, resume: viewer.welcome.resume, rate: 60 })
    await again.frameAfter(again.frameStep + 5)
    assert.deepEqual(again.measures, [])
    await again.order('measure', { rate: 60 })
    await again.until(() => again.measures.length > 1, 'measures again')
  })

  it('needs no right', async () => {
    const host = await open('chain')
    const guest = await Follower.join(server, { room: host.room.code })
    await host.order('pause')
    await guest.event('paused')
    await guest.order('measure', { rate: 10 })
    assert.equal((await look(guest)).type, 'trace')
  })

  // ---- spectra ----

  it('a chain swings at one of the frequencies that theory expects of it', async () => {
    const viewer = await open('chain', { angle: 2, damping: 0, bending: 0, substeps: 8 })
    await viewer.order('measure', { rate: 1, particle: 20 })
    const begun = viewer.room.step
    const spectrum = await viewer.until(() => viewer.spectra[0], 'a spectrum', 120_000)
    const amplitudes = float32s(spectrum.amplitudes)
    const samples = 2 * (amplitudes.length - 1)
    const perSecond = Math.round(1 / viewer.room.scene.h)
    assert.ok(samples >= 4 * perSecond && samples < 8 * perSecond, `${samples} steps watched`)
    assert.ok(spectrum.step - begun >= samples - 5, 'not before it was watched for so long')
    close(spectrum.hz, perSecond / samples, 1e-9, 'width of a bin')
    assert.equal(spectrum.particle, 20)
    assert.ok(spectrum.expected.length > 0)
    const peak = amplitudes.indexOf(Math.max(...amplitudes.subarray(1)))
    assert.ok(spectrum.expected.some((hz) => Math.abs(peak * spectrum.hz - hz) <= 1.5 * spectrum.hz),
      `${peak * spectrum.hz} Hz is none of ${spectrum.expected}`)
    const first = spectrum.arrived
    await viewer.until(() => viewer.spectra.length >= 4, 'three more')
    assert.ok(viewer.spectra.at(-1).arrived - first > 1200, 'at most two per second')
  })

  it('four particles are watched, whoever asks for the same shares, a fifth is refused', async () => {
    const viewers = [await open('chain')]
    while (viewers.length < 6) {
      viewers.push(await Follower.join(server, { room: viewers[0].room.code }))
    }
    for (let i = 0; i < 4; i++) await viewers[i].order('measure', { rate: 1, particle: i + 1 })
    await viewers[4].refused('too_many_probes', 'measure', { rate: 1, particle: 9 })
    await viewers[4].order('measure', { rate: 1, particle: 2 })
    await viewers[0].order('measure', { rate: 1 })
    await viewers[5].order('measure', { rate: 1, particle: 9 })
    await viewers[1].order('measure', { rate: 0 })
    await viewers[0].refused('too_many_probes', 'measure', { rate: 1, particle: 10 })
    await viewers[4].leave()
    server.viewers.delete(viewers[4])
    await viewers[0].event('left')
    await viewers[0].order('measure', { rate: 1, particle: 10 })
    await viewers[0].refused('no_such_particle', 'measure', { rate: 1, particle: 21 })
  })

  it('rates and particles that cannot be are refused by name', async () => {
    const viewer = await open('chain')
    for (const rate of [15, 61, 240, -1]) {
      assert.match(await viewer.refused('out_of_range', 'measure', { rate }), /rate/)
    }
    assert.match(await viewer.refused('missing_field', 'measure', {}), /rate/)
    assert.match(await viewer.refused('bad_type', 'measure', { rate: 1, particle: 'x' }), /particle/)
    assert.match(await viewer.refused('out_of_range', 'measure', { rate: 1, particle: -1 }), /particle/)
  })

  // ---- the inside of a step ----

  // predicted + Σ corrections = moved, to the bit; the substeps lead from positions to final.
  function assertAddsUp(trace) {
    const [start, final] = [float32s(trace.positions), float32s(trace.final)]
    const [predicted, moved] = [float32s(trace.predicted), float32s(trace.moved)]
    const [particles, corrections] = [uint32s(trace.term_particles), float64s(trace.corrections)]
    const records = uint32s(trace.records)
    const sums = Float64Array.from(predicted)
    for (let r = 0; r < records.length; r += 5) {
      const [substep, , , first, count] = records.subarray(r, r + 5)
      for (let t = first; t < first + count; t++) {
        for (let c = 0; c < 3; c++) {
          sums[substep * start.length + 3 * particles[t] + c] += corrections[3 * t + c]
        }
      }
    }
    assert.deepEqual(Float32Array.from(sums), moved)
    // Rounded in every substep, and perhaps capped: near, not equal.
    for (let i = 0; i < start.length; i++) {
      let x = start[i]
      for (let s = 0; s < moved.length; s += start.length) x += moved[s + i]
      close(final[i], x, 1e-4, `coordinate ${i}`)
    }
  }

  const worlds = {
    'chain': { angle: 40 },
    'chain solved at once': { scene: 'chain', angle: 40, stepping: 1 },
    'rope with substeps': { scene: 'rope', substeps: 4, iterations: 5 },
    'cloth': { columns: 8, rows: 8 },
  }
  for (const [name, { scene = name, ...parameters }] of Object.entries(worlds)) {
    it(`all corrections of a ${name} add up to the step that is then made`, async () => {
      const viewer = await open(scene, parameters)
      await viewer.order('grab', { hand: 0, particle: 15, at: [1, 1, 1] })
      await viewer.frameAfter(viewer.frameStep + 20)
      await viewer.order('pause')
      await viewer.settle()
      const trace = await look(viewer)
      assert.equal(trace.type, 'trace', trace.message)
      assert.equal(trace.complete, true)
      assert.equal(trace.step, viewer.room.step)
      assert.equal(trace.h, viewer.room.scene.h)
      assert.equal(trace.substeps, value(viewer, 'substeps'))
      assert.deepEqual(float32s(trace.positions), viewer.frame)
      assertAddsUp(trace)
      await viewer.order('step')
      await viewer.until(() => viewer.frameStep === trace.step + 1, 'the step')
      assert.deepEqual(float32s(trace.final), viewer.frame)
    })
  }

  it('a trace too large to be complete has whole sweeps, and goes to the asker alone', async () => {
    const viewer = await open('cloth', { columns: 64, rows: 64 })
    const other = await Follower.join(server, { room: viewer.room.code, rate: 60 })
    await viewer.order('pause')
    await other.event('paused')
    const trace = await look(viewer)
    assert.equal(trace.type, 'trace', trace.message)
    assert.equal(trace.complete, false)
    assert.ok(trace.records.length > 0)
    await viewer.order('step')
    await other.until(() => other.frameStep === trace.step + 1, 'the step')
    assert.deepEqual(float32s(trace.final), other.frame)
  })

  it('a running world shows nothing, and nobody looks twice within a second', async () => {
    const viewer = await open('chain')
    await viewer.refused('not_paused', 'trace')
    await viewer.refused('too_fast', 'trace')
    await viewer.order('pause')
    await sleep(1050)
    assert.equal((await look(viewer)).type, 'trace')
    await viewer.refused('too_fast', 'trace')
    await viewer.frameAfter(-1)
    const traces = await counter('traces_total')
    assert.ok(traces >= 1)
  })

  // ---- what there is to draw ----

  const drawn = {
    cloth: ['grids'], flag: ['grids'], jelly: ['faces'], slide: ['obstacles', 'radius'],
    contrast: ['springs'],
  }
  it('every scene says what there is to draw', async () => {
    const { scenes } = await (await fetch(`${server.url}/api/scenes`)).json()
    for (const { name } of scenes) {
      const viewer = await Follower.join(server, { room: name.toUpperCase() }) // its demo room
      const { scene } = viewer.room // held against the tables as it came
      assert.equal(scene.name, name)
      for (const key of drawn[name] ?? []) assert.ok(key in scene, `${key} of ${name}`)
      for (const { columns, rows } of scene.grids ?? []) assert.ok(columns > 1 && rows > 1)
      await server.dismiss()
    }
  })
})
