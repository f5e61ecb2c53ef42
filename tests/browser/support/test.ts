import { test as base, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { Relay } from './relay'
import { RoomPage } from './room_page'
import { Server, type NewRoom } from './server'

interface EnterOptions extends BrowserContextOptions {
  /** The name to come in by. */
  readonly person?: string
}

interface Fixtures {
  /** A network before the server; pages use it with `baseURL: relay.url`. */
  relay: Relay
  /** Open a page of its own context; it may not break the content security policy. */
  open: (options?: BrowserContextOptions) => Promise<Page>
  /** Enter a room in a new context, as its host if the room is given with its key. */
  enter: (room: NewRoom | string, options?: EnterOptions) => Promise<RoomPage>
}

export const test = base.extend<Fixtures, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server()
      await server.start()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],

  relay: async ({ server }, use) => {
    const relay = new Relay(server.url)
    await relay.start()
    await use(relay)
    relay.dispose()
  },

  open: async ({ browser, server }, use) => {
    const faults: string[] = []
    const contexts: Awaited<ReturnType<Browser['newContext']>>[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: server.url, ...options })
      contexts.push(context)
      const page = await context.newPage()
      page.on('pageerror', (error) => faults.push(String(error)))
      page.on('console', (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text())
      })
      return page
    })
    for (const context of contexts) await context.close()
    expect(faults).toEqual([])
  },

  enter: async ({ open }, use) => {
    await use(async (room, { person, ...options } = {}) => {
      const page = await open(options)
      if (person) await page.addInitScript(rememberName, person)
      const path = typeof room === 'string' ? room : `${room.code}#host=${room.hostKey}`
      await page.goto(`/r/${path}`)
      const entered = new RoomPage(page)
      await entered.ready()
      // What everybody has; hosts first see how to lead.
      if (typeof room !== 'string') await entered.side('Experiment')
      return entered
    })
  },
})

/** In the page: what the lobby would have remembered. */
function rememberName(name: string): void {
  sessionStorage.setItem('ropewalk.name', name)
}

export { expect }
