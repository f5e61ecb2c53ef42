// Debian's Chromium by way of the browser tests' Playwright, and pages that note when things happen.
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'

const from = (folder) => createRequire(new URL(`../../tests/${folder}/package.json`, import.meta.url))
const { chromium } = from('browser')('@playwright/test')
export const { decode, encode } = from('integration/node')('@msgpack/msgpack')

// As the browser tests' pages: every pixel is drawn by the processor.
export const VIEWPORT = { width: 960, height: 600 }

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  })
}

/** A page of a browser that has seen nothing yet, with the script in each of its documents. */
export async function openPage(browser, script) {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await page.addInitScript(script)
  return page
}

/** Now, ms, on the clock that pages have too: performance.timeOrigin + performance.now(). */
export const now = () => performance.timeOrigin + performance.now()

/** In a page: note in `window.bench` when the room is live and when its first picture has been drawn. */
export function noteFirstPicture() {
  const bench = (window.bench = { livedAt: null, drewAt: null })
  const clock = () => performance.timeOrigin + performance.now()
  const look = () => {
    const { ropewalk } = window
    if (bench.livedAt === null && ropewalk?.status === 'open' && ropewalk.positions) bench.livedAt = clock()
    // There is something to project on to once the stage stands; it draws in the same picture.
    if (bench.livedAt === null || ropewalk.project(0) === null) return void requestAnimationFrame(look)
    requestAnimationFrame(() => (bench.drewAt = clock()))
  }
  requestAnimationFrame(look)
}

/** In a page: keep in `window.bench` what goes through its WebSocket, byte by byte, with the time. */
export function noteTraffic({ rate }) {
  const bench = (window.bench = { sent: [], received: [], pointerAt: null, ownHand: [] })
  const NewSocket = window.WebSocket
  // The page leaves it to the server how often frames come; the goal is stated for a rate.
  const text = (word) => [0xa0 | word.length, ...new TextEncoder().encode(word)]
  const hello = [...text('type'), ...text('hello')]
  const inTheNameOfThePage = (bytes) => {
    const greets = hello.every((byte, i) => bytes[1 + i] === byte)
    return greets ? Uint8Array.from([bytes[0] + 1, ...bytes.subarray(1), ...text('rate'), rate]) : Uint8Array.from(bytes)
  }
  window.WebSocket = class extends NewSocket {
    constructor(...options) {
      super(...options)
      // The first listener: the page's own work on a message comes after it.
      this.addEventListener('message', ({ data }) => bench.received.push({ at: performance.now(), data }))
    }

    send(data) {
      const bytes = inTheNameOfThePage(data instanceof Uint8Array ? data : new Uint8Array(data))
      bench.sent.push({ at: performance.now(), data: bytes })
      super.send(bytes)
    }
  }
}

/** In a page: note how long after a pointer has moved its own hand is drawn there. */
export function noteOwnHand() {
  const { bench } = window
  window.addEventListener('pointermove', () => (bench.pointerAt ??= performance.now()), { capture: true })
  new MutationObserver(() => {
    if (bench.pointerAt === null) return
    bench.ownHand.push(performance.now() - bench.pointerAt)
    bench.pointerAt = null
  }).observe(document.querySelector('svg.hands'), { attributes: true, childList: true, subtree: true })
}

/** What noteTraffic() kept, as bytes. */
export async function trafficOf(page) {
  const [sent, received] = await page.evaluate(() => {
    const text = (bytes) => {
      let string = ''
      for (const byte of new Uint8Array(bytes)) string += String.fromCharCode(byte)
      return btoa(string)
    }
    const { sent, received } = window.bench
    return [sent, received].map((list) => list.map(({ at, data }) => ({ at, data: text(data) })))
  })
  const decoded = (list) => list.map(({ at, data }) => ({ at, data: Buffer.from(data, 'base64') }))
  return { sent: decoded(sent), received: decoded(received) }
}
