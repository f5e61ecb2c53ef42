import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// What docs/PRIVACY.md promises of the pages: they ask nobody but their own server, set no cookie,
// and keep nothing but the keys that it lists: in the tab alone, but for a language that was chosen.

const promises = readFileSync(fileURLToPath(new URL('../../../docs/PRIVACY.md', import.meta.url)), 'utf8')

/** The keys in the page's table, as patterns: CODE stands for any room's. */
const PROMISED = [...promises.matchAll(/^\| `(ropewalk\.[a-z_.]+)(CODE)?([a-z.]*)` /gm)].map(
  ([, name, code, end]) =>
    new RegExp(`^${`${name}${code ? '[A-Z0-9]+' : ''}${end}`.replaceAll('.', '\\.')}$`),
)

/** Collects the origin of everything that a browser asks for, the upgrades to WebSockets too. */
function originsOf(context: BrowserContext): Set<string> {
  const origins = new Set<string>()
  const note = (url: string) => {
    // What a page makes of its own bytes is no request.
    if (!/^(data|blob|about):/.test(url)) origins.add(new URL(url).origin.replace(/^ws/, 'http'))
  }
  context.on('request', (request) => note(request.url()))
  context.on('page', (page) => page.on('websocket', (socket) => note(socket.url())))
  return origins
}

/** What the browser keeps of a page, but for the tab's own memory. */
function kept(page: Page) {
  return page.evaluate(async () => ({
    cookies: document.cookie,
    local: Object.keys(localStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    // Both exist only where pages come over https or from this machine, as here.
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
}

const NOTHING = { cookies: '', local: [], databases: [], caches: [], workers: 0 }

test('the promise lists keys @smoke', () => {
  expect(PROMISED.length).toBeGreaterThan(3)
})

const pages: Record<string, (code: string, hostKey: string) => string> = {
  'the lobby': () => '/',
  'a room': (code) => `/r/${code}`,
  'the host’s room': (code, hostKey) => `/r/${code}#host=${hostKey}`,
  'the projector': (code) => `/r/${code}?view=projector`,
  'a room in a frame': (code) => `/r/${code}?embed=1`,
  'a room that is not': () => '/r/NOWHERE',
  'the check before the lesson': () => '/check',
}

for (const [name, pathOf] of Object.entries(pages)) {
  test(`${name} asks nobody but its server, and keeps nothing beyond its tab`, async ({ server, browser }) => {
    const { code, hostKey } = await server.createRoom('rope')
    const context = await browser.newContext({ baseURL: server.url })
    const origins = originsOf(context)
    const page = await context.newPage()
    await page.goto(pathOf(code, hostKey))
    await expect(page.locator('main, .room, [role=main]').first()).toBeVisible()
    await page.waitForLoadState('networkidle')

    expect([...origins]).toEqual([server.url])
    expect(await kept(page)).toEqual(NOTHING)
    expect(await context.cookies()).toEqual([])
    const keys = await page.evaluate(() => Object.keys(sessionStorage))
    for (const key of keys) expect(PROMISED.some((pattern) => pattern.test(key)), key).toBe(true)
    await context.close()
  })
}

test('what a member does in a room is forgotten with the tab @smoke', async ({ server, browser }) => {
  const { code, hostKey } = await server.createRoom('rope')
  const context = await browser.newContext({ baseURL: server.url })
  const origins = originsOf(context)
  const first = await context.newPage()
  await first.goto('/')
  await first.getByLabel('Your name').fill('Slartibartfast')
  await first.goto(`/r/${code}#host=${hostKey}`)
  const ada = new RoomPage(first)
  await ada.ready()
  expect(new URL(first.url()).hash).toBe('')
  await ada.pause()
  await ada.take(20)
  await first.mouse.up()
  await ada.side('Experiment')
  await ada.check('Energy').check()
  expect(await first.evaluate(() => Object.keys(sessionStorage))).toContain(`ropewalk.resume.${code}`)
  await first.close()

  // The same browser, another tab: nobody it knows.
  const second = await context.newPage()
  await second.goto(`/r/${code}`)
  const grace = new RoomPage(second)
  await grace.ready()
  await expect(grace.section('People')).not.toContainText('Slartibartfast')
  await expect(grace.section('People')).not.toContainText('host')
  expect(await kept(second)).toEqual(NOTHING)
  expect(await context.cookies()).toEqual([])
  expect([...origins]).toEqual([server.url])
  await context.close()
})

test('even a page that wanted to could ask nobody else @smoke', async ({ server, browser }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  const elsewhere = server.url.replace('127.0.0.1', 'localhost') // another origin, though it answers
  const outcome = await page.evaluate(
    (url) => fetch(`${url}/healthz`, { mode: 'no-cors' }).then(() => 'answered', () => 'refused'),
    elsewhere,
  )
  expect(outcome).toBe('refused')
  const image = await page.evaluate(
    (url) =>
      new Promise((done) => {
        const picture = new Image()
        picture.onload = () => done('shown')
        document.addEventListener('securitypolicyviolation', () => done('refused'), { once: true })
        picture.src = `${url}/favicon.svg`
      }),
    elsewhere,
  )
  expect(image).toBe('refused')
  await context.close()
})
