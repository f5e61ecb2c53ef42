// The lesson plans of docs/TEACHING.md, held: every table is set up on the server as it stands there,
// and every figure in it is measured. While a room is paused steps can be made as fast as they are
// computed, and always the same ones, so the figures are compared to their last digit.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { float32s } from './lib/contract.mjs'
import { Follower } from './lib/follower.mjs'
import { Server, sleep } from './lib/server.mjs'
import { assertFigure, figure, figuresBesideTables, parametersOf, readLessons } from './lib/teaching.mjs'

const page = fileURLToPath(new URL('../../../docs/TEACHING.md', import.meta.url))
const lessons = readLessons(page)
const BATCH = 200
const G = 9.81
const STRING = { tension_mass: 2, rope_mass: 0.1, length: 1 } // as it comes

// Figures that the text draws from others, in SI units.
const DERIVED = {
  'Stiffness is iterations': { '5 cm': 1 / 20 },
  'The catenary': {
    '5 cm': 2 / 40,
    '38.3 N': 39 * 0.1 * G, // beads that can move
  },
  'Standing waves': {
    '2 mm': 0.002,
    '19.6 N': 2 * G,
    '21.0 Hz': (3 * Math.sqrt((2 * G) / 0.1)) / 2,
  },
}

// ---- a room that stands still but for the steps that are asked for -----------------------------

class Lesson {
  static async open(server) {
    const hosted = await server.createRoom({ scene: 'chain' })
    const viewer = await Follower.join(server, { ...hosted, rate: 60 })
    await viewer.order('pause')
    return new Lesson(viewer)
  }

  constructor(viewer) {
    this.viewer = viewer
  }

  async setUp(scene, settings) {
    const { viewer } = this
    if (viewer.room.scene.name !== scene) await this.change(scene, {})
    await this.change(scene, parametersOf(settings, viewer.room.scene.parameters))
  }

  async change(scene, parameters) {
    const { viewer } = this
    const { cursor } = viewer
    await viewer.order('scene', { scene, parameters })
    await viewer.event('scene', cursor)
    this.hz = Math.round(1 / viewer.room.scene.h)
  }

  async run(seconds) {
    for (let left = Math.round(seconds * this.hz); left > 0;) {
      const batch = Array.from({ length: Math.min(left, BATCH) }, () => this.viewer.command('step'))
      const answers = await Promise.all(batch)
      const made = answers.filter(({ type }) => type === 'ack').length
      for (const { type, code } of answers) assert.ok(type === 'ack' || code === 'too_fast', code)
      if (made < answers.length) await sleep(20)
      left -= made
    }
  }

  /** One step; resolves once its frame is here. */
  async step() {
    const { step } = await this.viewer.order('step')
    await this.viewer.frameAfter(step)
    return step + 1
  }

  /** The measures after one more step. */
  async measure() {
    const step = await this.step()
    const measures = () => this.viewer.measures.find((m) => m.step === step)
    return (await this.viewer.until(measures, 'measures of the step')).values
  }

  /** How far each particle swings up and down: half of the way between its outlines. */
  async swings(samples = 90, every = 11) {
    const count = this.viewer.room.scene.particles
    const [least, most] = [Array(count).fill(Infinity), Array(count).fill(-Infinity)]
    for (let s = 0; s < samples; s++) {
      await this.run((every - 1) / this.hz)
      await this.step()
      for (let i = 0; i < count; i++) {
        const y = this.viewer.position(i)[1]
        least[i] = Math.min(least[i], y)
        most[i] = Math.max(most[i], y)
      }
    }
    return least.map((low, i) => (most[i] - low) / 2)
  }

  async spectrum(particle) {
    const { viewer } = this
    await viewer.order('measure', { rate: 60, particle })
    viewer.spectra.length = 0
    await this.run(4096 / 960 + 8 / this.hz)
    const spectrum = await viewer.until(() => viewer.spectra[0], 'a spectrum')
    await viewer.order('measure', { rate: 0 })
    return spectrum
  }
}

// The beads between the ends that the lens marks as nodes: of each run of calm ones the calmest.
function innerNodes(swings) {
  const calm = swings.map((swing) => swing < 0.4 * Math.max(...swings))
  const found = []
  for (let i = 0; i < swings.length; i++) {
    if (!calm[i]) continue
    const end = calm.indexOf(false, i) < 0 ? swings.length : calm.indexOf(false, i)
    if (i > 0 && end < swings.length) {
      const run = swings.slice(i, end)
      found.push(i + run.indexOf(Math.min(...run)))
    }
    i = end
  }
  return found
}

// ---- theory, beside what the server says of it -------------------------------------------------

function catenarySag(span, length) {
  let [low, high] = [1e-3, 1e3]
  for (let i = 0; i < 200; i++) {
    const a = (low + high) / 2
    if (2 * a * Math.sinh(span / (2 * a)) > length) low = a
    else high = a
  }
  return low * (Math.cosh(span / (2 * low)) - 1)
}

function stringHertz(k, { tension_mass: kg, rope_mass: rope, length, links }) {
  const spacing = length / links
  const bead = rope / links
  return Math.sqrt((kg * G) / (bead * spacing)) / Math.PI * Math.sin((k * Math.PI) / (2 * links))
}

function chainStretch(n, links) {
  return (G / 60 ** 2 / (2 * n)) * (links * (links - 1) - (n - 1))
}

// ---- the tables --------------------------------------------------------------------------------

async function atRest(lesson, table, row) {
  const { viewer } = lesson
  await lesson.setUp(table.scene, { ...table.settings, ...row.settings })
  await lesson.run(table.seconds)
  await viewer.order('measure', { rate: 60 })
  const values = await lesson.measure()
  for (const [column, cell] of Object.entries(row.cells)) {
    const kind = viewer.welcome.measures.find(({ title }) => title === column)
    const seen = kind ? values[kind.name] : await besides[column](lesson)
    assertFigure(cell, seen, `${JSON.stringify(row.settings)}, ${column}`)
  }
  await viewer.order('measure', { rate: 0 })
}

// What is seen beside the measures.
const besides = {
  'The tip hangs lower by': ({ viewer }) => {
    const { particles, parameters } = viewer.room.scene
    const { value: length } = parameters.find(({ name }) => name === 'length')
    return viewer.distance(particles - 1, viewer.position(0)) - length
  },
  'in the gust': async (lesson) => {
    await lesson.viewer.order('gust', { direction: [0, 0, -1], strength: 15, duration: 0.8 })
    let worst = 0
    for (let i = 0; i < 90; i++) worst = Math.max(worst, (await lesson.measure()).stretch_max)
    return worst
  },
}

async function driven(lesson, table, row) {
  const { Button, Frequency, Antinodes, ...cells } = row.cells
  await lesson.setUp(table.scene, { ...table.settings, ...row.settings })
  const { viewer } = lesson
  const hertz = Button === ''
    ? figure(Frequency).value
    : (await lesson.spectrum(5)).expected[['f₁', 'f₂', 'f₃'].indexOf(Button)]
  assertFigure(Frequency, hertz, Button)
  await viewer.order('reset')
  await viewer.order('set', { parameter: 'frequency', value: hertz })
  await lesson.run(table.seconds)
  const swings = await lesson.swings()
  assertFigure(cells['Widest swing'], Math.max(...swings), `${Frequency}, widest swing`)
  if (Antinodes === '') return
  const spacing = 1 / (swings.length - 1) // the string is 1 m long
  const found = innerNodes(swings).map((bead) => bead * spacing)
  assert.equal(found.length + 1, Number(Antinodes), `${Frequency}: nodes at ${found}`)
  const told = cells['Nodes between the ends']
  for (const [i, cell] of (told === 'none' ? [] : told.split(', ')).entries()) {
    assertFigure(cell, found[i], `${Frequency}, node ${i + 1}`)
    const theory = (i + 1) / Number(Antinodes)
    assert.ok(Math.abs(found[i] - theory) <= spacing / 2, `the bead next to ${theory} m`)
  }
}

async function buttons(lesson, table, row) {
  await lesson.setUp(table.scene, { ...table.settings, ...row.settings })
  const { scene } = lesson.viewer.room
  const { expected } = await lesson.spectrum(scene.particles - 2)
  const values = Object.fromEntries(scene.parameters.map(({ name, value }) => [name, value]))
  for (const [i, name] of table.columns.entries()) {
    assertFigure(row.cells[name], expected[i], `${JSON.stringify(row.settings)}, ${name}`)
    if (table.scene === 'string') assertFigure(row.cells[name], stringHertz(i + 1, values), 'theory')
  }
}

const kinds = { 'At rest': atRest, 'Driven': driven, 'Buttons': buttons }

describe('the lessons of docs/TEACHING.md', { concurrency: 3 }, () => {
  let server
  before(async () => {
    server = await Server.start('--commands-per-s-max', '10000')
  })
  after(() => server.stop())

  it('there are three', () => assert.deepEqual(lessons.map(({ title }) => title), Object.keys(DERIVED)))

  for (const lesson of lessons) {
    describe(lesson.title, { concurrency: 1 }, () => {
      let room
      before(async () => {
        room = await Lesson.open(server)
      })

      it('its link fills in what the set-up says', async () => {
        const [{ scene, settings }] = lesson.tables
        const [, query] = /`\/\?(scene=[^`]+)`/.exec(lesson.prose)
        const { scene: name, ...values } = Object.fromEntries(new URLSearchParams(query))
        assert.equal(name, scene)
        await room.change(scene, {})
        const wanted = parametersOf(settings, room.viewer.room.scene.parameters)
        assert.deepEqual(Object.fromEntries(Object.entries(values).map(([key, text]) => [key, Number(text)])), wanted)
      })

      for (const table of lesson.tables) {
        const kind = Object.keys(kinds).find((word) => table.caption.includes(word))
        it(`${table.scene}: ${table.caption} ${table.columns}`, async () => {
          for (const row of table.rows) await kinds[kind](room, table, row)
        })
      }

      it('no other figure stands in its text but those that follow from these', () => {
        for (const text of figuresBesideTables(lesson)) {
          assert.ok(text in DERIVED[lesson.title], `${text} is in no table`)
          assertFigure(text, DERIVED[lesson.title][text], text)
        }
      })
    })
  }

  // ---- what the steps say besides ----

  it('the law of the chain gives the column of how much lower the tip hangs', () => {
    const [{ rows }] = lessons[0].tables
    for (const { settings, cells } of rows.slice(0, 4)) {
      assertFigure(cells['The tip hangs lower by'], chainStretch(Number(settings.Iterations), 20), 'S')
    }
  })

  it('the sag by theory is that of the formula', () => {
    assertFigure('53.1 cm', catenarySag(1.6, 2), 'theory')
  })

  it('a chain that is solved at once does not stretch', async () => {
    const room = await Lesson.open(server)
    const { scene, settings } = lessons[0].tables[0]
    await room.setUp(scene, { ...settings, Stepping: 'Direct solve' })
    await room.run(20)
    await room.viewer.order('measure', { rate: 60 })
    assertFigure('0.0 %', (await room.measure()).stretch_mean, 'mean stretch')
  })

  it('a string that is pinched at its node goes on, one that is pinched at its belly dies', async () => {
    const room = await Lesson.open(server)
    for (const [button, kept] of [[1, [0, 0.3]], [2, [0.7, 1.3]]]) {
      await room.setUp('string', {})
      const hertz = stringHertz(button, { ...STRING, links: 20 })
      await room.viewer.order('set', { parameter: 'frequency', value: hertz })
      await room.run(10)
      const free = Math.max(...await room.swings(45))
      const { cursor } = room.viewer
      await room.viewer.order('grab', { hand: 0, particle: 10, at: [0, 1, 0] })
      await room.viewer.event('taken', cursor)
      await room.run(5)
      const pinched = Math.max(...await room.swings(45))
      const share = pinched / free
      assert.ok(share >= kept[0] && share <= kept[1], `f${button}: ${share} of the swing is left`)
    }
  })

  it('a plucked string sounds at the same frequencies', async () => {
    const room = await Lesson.open(server)
    await room.setUp('string', { 'Amplitude of the driven end': '0' })
    const [x, y, z] = room.viewer.position(3)
    await room.viewer.order('grab', { hand: 0, particle: 3, at: [x, y + 0.1, z] })
    await room.run(2)
    await room.viewer.order('release', { hand: 0 })
    const { amplitudes, hz } = await room.spectrum(3)
    const heights = float32s(amplitudes)
    const peaks = [...heights.keys()].filter((i) => i > 10 && i < 100 &&
      heights[i] > heights[i - 1] && heights[i] > heights[i + 1] && heights[i] > 1e-4)
    for (const tone of [7.0, 13.9, 20.8]) {
      assert.ok(peaks.some((i) => Math.abs(i * hz - tone) <= 1.5 * hz),
        `${tone} Hz is none of ${peaks.map((i) => i * hz)}`)
    }
  })

  it('a string of more beads comes closer to the tone of a smooth one', () => {
    const [twenty, forty] = [20, 40].map((links) => stringHertz(3, { ...STRING, links }))
    const smooth = (3 * Math.sqrt((2 * G) / 0.1)) / 2
    assert.ok(smooth - forty < (smooth - twenty) / 3)
  })
})
