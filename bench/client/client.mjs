// What a class sees of the client: how soon it is in, how soon a command shows, what a picture costs,
// how much is loaded. Prints a table of the runs and their medians and, with --json FILE, writes one
// flat object. See bench/README.md.
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { Follower } from '../../tests/integration/node/lib/follower.mjs'
import { Server, sleep, within } from '../../tests/integration/node/lib/server.mjs'
import {
  decode, encode, launch, noteFirstPicture, noteOwnHand, noteTraffic, now, openPage, trafficOf,
} from './browser.mjs'

const RUNS = 5
const JOINS = 30
const JOINS_WITHIN_MS = 2000
/** Which of the thirty are real pages: the first, one in the middle and the last. */
const PAGES = [0, 14, 29]
const COMMANDS = 220
const COMMAND_EVERY_MS = 45
const RATE = 60
const STEP_MS = 1000 / 60
const PICTURES = 240

const www = fileURLToPath(new URL('../../web_client/dist', import.meta.url))

const sorted = (values) => [...values].sort((a, b) => a - b)
const median = (values) => sorted(values)[Math.floor(values.length / 2)]
const quantile = (values, share) => sorted(values)[Math.min(Math.floor(share * values.length), values.length - 1)]
const round = (value, digits) => Number(value.toFixed(digits))

// ---- thirty join -------------------------------------------------------------------------------

/** Seconds from the first of thirty joins, spread over two seconds, until all are live. */
async function joinThirty(server, browser) {
  const { room } = await server.createRoom({ scene: 'rope' })
  const pages = await Promise.all(PAGES.map(() => openPage(browser, noteFirstPicture)))
  const began = now()
  const joins = Array.from({ length: JOINS }, async (_, i) => {
    await sleep((i * JOINS_WITHIN_MS) / (JOINS - 1))
    const page = pages[PAGES.indexOf(i)]
    if (page === undefined) {
      await Follower.join(server, { room })
      return now()
    }
    await page.goto(`${server.url}/r/${room}`)
    await page.waitForFunction(() => window.bench.livedAt !== null, null, { timeout: 60_000 })
    return page.evaluate(() => window.bench.livedAt)
  })
  const lived = Math.max(...(await Promise.all(joins)))
  await Promise.all(pages.map((page) => page.context().close()))
  await server.dismiss()
  return { join30_s: (lived - began) / 1000 }
}

// ---- from a command to its picture -------------------------------------------------------------

/** A hand pulls a rope about; how long each of its commands takes to the first frame that holds it. */
async function commandToPicture(server, browser) {
  const { room } = await server.createRoom({ scene: 'rope', parameters: { damping: 2 } })
  const page = await openPage(browser, noteFirstPicture)
  await page.addInitScript(noteTraffic, { rate: RATE })
  await page.goto(`${server.url}/r/${room}`)
  await page.waitForFunction(() => window.ropewalk?.project(20))
  await sleep(2000)
  const { x, y } = await page.evaluate(() => window.ropewalk.project(20))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.waitForFunction(() => window.ropewalk.holds.length === 1)
  await page.evaluate(noteOwnHand)
  await page.evaluate(() => (window.bench.sent.length = window.bench.received.length = 0))
  const beside = clientBeside(server, room)
  for (let i = 0; i < COMMANDS; i++) {
    await page.mouse.move(x + 60 * Math.sin(i / 7), y - 40 * Math.sin(i / 5))
    await sleep(COMMAND_EVERY_MS * (0.5 + Math.random()))
  }
  const floor = waitsIn(await beside).waits
  const delay = await page.evaluate(() => window.ropewalk.delay)
  const ownHand = await page.evaluate(() => window.bench.ownHand)
  await sleep(300)
  const { waits, fps } = waitsIn(await trafficOf(page))
  await page.context().close()
  return {
    commands: waits.length,
    frames_per_s: fps,
    command_to_picture_p50_steps: quantile(waits, 0.5) / STEP_MS,
    command_to_picture_p99_steps: quantile(waits, 0.99) / STEP_MS,
    floor_p50_steps: quantile(floor, 0.5) / STEP_MS,
    floor_p99_steps: quantile(floor, 0.99) / STEP_MS,
    interpolation_delay_ms: delay,
    own_hand_ms: quantile(ownHand, 0.99),
  }
}

/**
 * The floor: a client of the protocol that draws nothing pulls at the same rope meanwhile, as often. What
 * the page takes longer is the browser's.
 */
async function clientBeside(server, room) {
  const client = await Follower.join(server, { room, rate: RATE })
  const [sent, received] = [[], []]
  client.socket.on('message', (data) => received.push({ at: now(), data }))
  await client.order('grab', { hand: 0, particle: 10, at: [0, 1, 0] })
  for (let i = 0; i < COMMANDS; i++) {
    sent.push({ at: now(), data: encode({ type: 'move', seq: client.seq + 1 }) })
    void client.command('move', { hand: 0, at: [0.1 * Math.sin(i / 7), 1, 0] })
    await sleep(COMMAND_EVERY_MS * (0.5 + Math.random()))
  }
  await sleep(300)
  await client.leave()
  return { sent, received }
}

/** Of each move that was acknowledged by itself: ms until a frame of a later step than the ack's came. */
function waitsIn({ sent, received }) {
  const messages = received.map(({ at, data }) => ({ at, ...decode(data) }))
  const frames = messages.filter(({ type, frame }) => type === 'tick' && frame)
  const waits = []
  for (const { at: sentAt, data } of sent) {
    const { type, seq } = decode(data)
    const ack = messages.find((m) => m.type === 'ack' && m.seq === seq)
    if (type !== 'move' || ack === undefined) continue
    const shown = frames.find(({ at, step }) => at >= sentAt && step > ack.step)
    if (shown !== undefined) waits.push(shown.at - sentAt)
  }
  const [first, last] = [frames[0], frames.at(-1)]
  return { waits, fps: ((frames.length - 1) / (last.at - first.at)) * 1000 }
}

// ---- one page by itself ------------------------------------------------------------------------

/** How soon a page shows a rope, in a browser that has nothing of it; and what it has loaded then. */
async function firstPicture(server, browser) {
  const { room } = await server.createRoom({ scene: 'rope' })
  const page = await openPage(browser, noteFirstPicture)
  const loaded = []
  page.on('response', (response) => loaded.push(response))
  await page.goto(`${server.url}/r/${room}`)
  await page.waitForFunction(() => window.bench.drewAt !== null)
  const seconds = await page.evaluate(() => (window.bench.drewAt - performance.timeOrigin) / 1000)
  await page.waitForLoadState('networkidle')
  const sizes = {}
  for (const response of loaded) {
    const path = new URL(response.url()).pathname
    sizes[path] = gzipSync(await response.body(), { level: 9 }).length / 1000
  }
  await page.context().close()
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
  return { first_picture_s: seconds, bundle_kb: total, sizes }
}

/** What a picture of a cloth of 32 × 16 links costs the page, but for the calls that draw it. */
async function mainThread(server, browser) {
  const { room } = await server.createRoom({ scene: 'cloth' })
  const page = await openPage(browser, noteFirstPicture)
  // Left to itself the page draws less where the processor draws, and has less to prepare.
  await page.addInitScript(() => sessionStorage.setItem('ropewalk.drawing', 'full'))
  await page.goto(`${server.url}/r/${room}`)
  await page.waitForFunction(() => window.bench.drewAt !== null)
  await sleep(2000) // what is compiled and built once
  const { pictures } = await page.evaluate(() => window.ropewalk.frames)
  await page.waitForFunction((most) => window.ropewalk.frames.pictures >= most, Math.max(pictures, PICTURES),
    { timeout: 120_000 })
  const frames = await page.evaluate(() => window.ropewalk.frames)
  await page.context().close()
  return {
    main_thread_ms: frames.main.mean,
    main_thread_p95_ms: frames.main.p95,
    drawing_ms: frames.drawing.mean,
    pictures_per_s: 1000 / frames.interval.mean,
    quality: frames.quality,
  }
}

// ---- all of it ---------------------------------------------------------------------------------

const DIGITS = {
  join30_s: 2, command_to_picture_p50_steps: 2, command_to_picture_p99_steps: 2,
  floor_p50_steps: 2, floor_p99_steps: 2, frames_per_s: 1,
  interpolation_delay_ms: 0, own_hand_ms: 1, main_thread_ms: 2, main_thread_p95_ms: 2, drawing_ms: 2,
  pictures_per_s: 1, first_picture_s: 2, bundle_kb: 1,
}

async function main() {
  console.log(`load average ${loadavg()[0].toFixed(1)} on ${cpus().length} cores before the start`)
  const server = await Server.start('--www', www, '--rooms-max', '1000')
  const runs = []
  let sizes
  for (let run = 0; run < RUNS; run++) {
    const browser = await launch() // nothing is warm from the run before
    const figures = {}
    for (const measure of [firstPicture, joinThirty, commandToPicture, mainThread]) {
      Object.assign(figures, await within(measure(server, browser), measure.name, 180_000))
    }
    await browser.close()
    ;({ sizes } = figures)
    runs.push(figures)
    console.log(`run ${run + 1}: ${figures.commands} commands, quality ${figures.quality}`)
  }
  await server.stop()

  const names = Object.keys(DIGITS)
  console.log(`\n${''.padEnd(30)}${runs.map((_, i) => `run ${i + 1}`.padStart(9)).join('')}${'median'.padStart(9)}`)
  const figures = {}
  for (const name of names) {
    const values = runs.map((run) => run[name])
    figures[name] = round(median(values), DIGITS[name])
    const cells = [...values, figures[name]].map((value) => value.toFixed(DIGITS[name]).padStart(9))
    console.log(`${name.padEnd(30)}${cells.join('')}`)
  }
  console.log('\nloaded, kB of gzip:')
  for (const [path, kb] of Object.entries(sizes)) console.log(`${kb.toFixed(1).padStart(8)}  ${path}`)
  const option = process.argv.indexOf('--json')
  if (option >= 0) writeFileSync(process.argv[option + 1], `${JSON.stringify(figures, null, 2)}\n`)
}

await main()
