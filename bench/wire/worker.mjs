// Whether a page gains by decoding in a Web Worker, in headless Chromium: how long it takes until
// the page has the positions of a frame, and how long its main thread is busy with that, either way.
// Usage: worker.mjs FOLDER, after a pass of `ours` over cloth64 at 0.5 mm and 30 per second.
import { join } from 'node:path'
import { launch } from '../client/browser.mjs'
import { Frames } from './contestant.mjs'
import { bundle, framesOf } from './our_frames.mjs'

const PASSES = 7
const FRAMES = 200
const EVERY_MS = 10
const TASK = { folder: process.argv[2], name: 'cloth64', stepMm: '0.5', rate: 30 }

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]

/** In a page: `window.run(way, everyMs)` resolves to the ms that each frame took until its positions were there. */
function prepare({ module, frames, step, particles, links }) {
  const toBytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const urlOf = (source) => URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  const client = urlOf(module)
  const worker = new Worker(urlOf(`import { GridDecoder } from '${client}'
    const decoder = new GridDecoder(${step}, ${particles}, Uint32Array.of(${links}));
    onmessage = ({ data }) => {
      const positions = decoder.decode(data)
      postMessage(positions, [positions.buffer])
    }`), { type: 'module' })
  const messages = frames.map(toBytes)
  const decoding = import(client).then(
    ({ GridDecoder }) => new GridDecoder(step, particles, Uint32Array.from(links)))

  const inWorker = (bytes) => new Promise((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.onmessage = ({ data }) => resolve(data)
    worker.postMessage(bytes, [bytes.buffer])
  })

  window.run = async (way, everyMs) => {
    const decoder = await decoding
    const ways = { page: (bytes) => decoder.decode(bytes), worker: inWorker, neither: (bytes) => bytes }
    const waited = []
    for (const message of messages) {
      await new Promise((resolve) => setTimeout(resolve, everyMs))
      const bytes = message.slice() // as from a socket: to be given away
      const start = performance.now()
      const positions = await ways[way](bytes)
      waited.push(performance.now() - start)
      if (positions === null) throw new Error('a frame cannot be decoded')
    }
    return waited
  }
}

const trajectory = new Frames(join(TASK.folder, TASK.name), TASK.rate)
const keys = framesOf(TASK, 'k')
// After a key frame every pass goes on with the deltas to it.
const frames = [keys[0], ...framesOf(TASK, 'd').slice(1, FRAMES)]

const browser = await launch()
const page = await browser.newPage()
// Isolated from other origins, a page's clock is exact to 5 µs.
const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
await page.route('https://bench.test/', (route) =>
  route.fulfill({ headers: isolated, contentType: 'text/html', body: '<!doctype html>' }))
await page.goto('https://bench.test/')
await page.evaluate(prepare, {
  module: await bundle(),
  frames: frames.map((bytes) => Buffer.from(bytes).toString('base64')),
  step: TASK.stepMm / 1000,
  particles: trajectory.particles,
  links: [...trajectory.links],
})

const devtools = await page.context().newCDPSession(page)
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
async function busySeconds() {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value
}

const ways = ['neither', 'page', 'worker']
const waited = { neither: [], page: [], worker: [] }
const busyUs = { neither: [], page: [], worker: [] }
for (let pass = 0; pass <= PASSES; pass++) {
  for (const way of ways) {
    const before = await busySeconds()
    const each = await page.evaluate(([way, everyMs]) => window.run(way, everyMs), [way, EVERY_MS])
    if (pass === 0) continue // warms the compiler up
    busyUs[way].push(((await busySeconds()) - before) * 1e6 / frames.length)
    waited[way].push(...each)
  }
}
await browser.close()

const idleUs = quantile(busyUs.neither, 0.5)
for (const way of ['page', 'worker']) {
  const us = (value) => value.toFixed(0).padStart(6)
  console.log(`decoded in the ${way.padEnd(6)}: positions after ${us(1000 * quantile(waited[way], 0.5))} µs, p99 `
    + `${us(1000 * quantile(waited[way], 0.99))} µs; the main thread is busy for ${us(quantile(busyUs[way], 0.5) - idleUs)} µs`)
}
