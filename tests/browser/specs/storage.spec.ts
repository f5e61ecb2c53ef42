import type { Page } from '@playwright/test'
import { Embedder } from '../support/embedder'
import { RoomPage } from '../support/room_page'
import { Server } from '../support/server'
import { expect, test } from '../support/test'
import { Witness } from '../support/witness'

// Browsers may block storage, mostly in frames of other sites. What a tab would
// remember is then kept in the page's memory.

async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
}

test('without storage, a host stays host on the same seat through a lost connection', async ({
  server,
  relay,
  open,
}) => {
  const { code, hostKey } = await server.createRoom('chain')
  const page = await open({ baseURL: relay.url })
  await blockStorage(page)
  await page.goto(`/r/${code}#host=${hostKey}`)
  const ada = new RoomPage(page)
  await ada.ready()
  const seat = await ada.api('seat')
  const witness = await Witness.of(ada)

  relay.drop('reset')
  await expect.poll(() => witness.snapshots).toBe(1)
  await ada.connected()
  expect(await ada.api('seat')).toBe(seat)
  await ada.side('Experiment')
  await expect(ada.section('People')).toContainText('host')
})

test('without storage, who creates a room becomes its host @smoke', async ({ open }) => {
  const page = await open()
  await blockStorage(page)
  await page.goto('/')
  await page.locator('[data-scene=rope] .scene').click()
  const ada = new RoomPage(page)
  await ada.ready()
  await ada.side('Experiment')
  await expect(ada.section('People')).toContainText('host')
  expect(new URL(page.url()).hash).toBe('')
})

test('a frame of another site that may not store anything joins', async ({ open }) => {
  const embedder = new Embedder()
  await embedder.start()
  const server = new Server(['--embed-origins', embedder.url])
  try {
    await server.start()
    embedder.shown = `${server.url}/r/CHAIN?embed=1`
    const page = await open()
    await blockStorage(page)
    await page.goto(embedder.url)
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('.pill')).toContainText(/Live|Slow/)
    await expect(frame.getByRole('application')).toBeVisible()
    const way = frame.getByRole('link', { name: 'Open the room' })
    expect(await way.getAttribute('href')).toBe('/r/CHAIN')
    // What moves and what controls time is all that it shows.
    await expect(frame.getByRole('group', { name: 'Time' })).toBeVisible()
    await expect(frame.getByRole('complementary')).toHaveCount(0)
  } finally {
    await server.dispose()
    embedder.dispose()
  }
})
