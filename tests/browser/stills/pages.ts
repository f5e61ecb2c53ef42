import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { asJpeg } from '../support/jpeg'
import { RoomPage } from '../support/room_page'
import type { NewRoom } from '../support/server'
import { expect, test } from '../support/test'

// Pictures of the pages for README.md and docs/TEACHING.md: docs/img/NAME.jpg, light.
//
//   STILLS   `pages` makes these alone

const folder = fileURLToPath(new URL('../../../docs/img/', import.meta.url))
const BYTES_MAX = 150_000
const DESKTOP = { width: 1180, height: 740 }
const PHONE = { width: 390, height: 780 }
/** Drawn larger and made small, so that lines are smooth. */
const SCALE = 2
/** Those who take part but are in no picture: as few pixels as will do. */
const SMALL = { width: 640, height: 400 }

/** Who pulls at which share of the cloth's particles, and how far, px of a small page. */
const CLASS = [
  { name: 'Ada', share: 0.86, dx: -50, dy: 25 },
  { name: 'Emmy', share: 0.99, dx: 45, dy: 40 },
  { name: 'Lise', share: 0.62, dx: 10, dy: -30 },
] as const

type Open = (options?: BrowserContextOptions) => Promise<Page>

async function picture(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  const pill = page.locator('.pill')
  // Where every pixel is drawn by the processor, the line seems slow for a while.
  if ((await pill.count()) > 0) await expect(pill).toContainText('Live', { timeout: 120_000 })
  const png = await page.screenshot()
  // Made small in a page that no policy of ours governs.
  const tool = await page.context().newPage()
  writeFileSync(`${folder}${name}.jpg`, await asJpeg(tool, png, { width, height, bytesMax: BYTES_MAX }))
  await tool.close()
}

async function enterAs(open: Open, name: string, path: string, options: BrowserContextOptions): Promise<RoomPage> {
  const page = await open({ colorScheme: 'light', ...options })
  await page.addInitScript((known) => {
    sessionStorage.setItem('ropewalk.name', known)
    sessionStorage.setItem('ropewalk.drawing', 'full') // however slow this machine is
  }, name)
  await page.goto(path)
  const room = new RoomPage(page)
  await room.ready()
  return room
}

/** A class that holds a cloth, led by a host, whose page it is. */
async function lead(open: Open, room: NewRoom): Promise<{ host: RoomPage; members: RoomPage[] }> {
  const path = `/r/${room.code}`
  const host = await enterAs(open, 'Ms Noether', `${path}#host=${room.hostKey}`, {
    viewport: DESKTOP,
    deviceScaleFactor: SCALE,
  })
  const members = []
  await host.pause()
  for (const { name, share, dx, dy } of CLASS) {
    const member = await enterAs(open, name, path, { viewport: SMALL })
    await member.settle()
    const { x, y } = await member.take(Math.round(share * (await member.lastParticle())))
    await member.page.mouse.move(x + dx, y + dy, { steps: 5 })
    members.push(member)
  }
  await host.press('Play')
  await host.page.waitForTimeout(3000)
  await host.press('Pause')
  await host.settle()
  return { host, members }
}

test('pictures of the pages', async ({ server, open }) => {
  const wanted = (process.env.STILLS ?? '').split(' ').filter(Boolean)
  test.skip(wanted.length > 0 && !wanted.includes('pages'), 'others are wanted')
  test.setTimeout(600_000)

  const room = await server.createRoom('cloth', { title: 'Physics 9b', parameters: { iterations: 20 } })
  const { host } = await lead(open, room)
  await expect.poll(async () => (await host.api('holds')).length).toBe(CLASS.length)
  await picture(host.page, 'desk')

  const own = await enterAs(open, 'Chien-Shiung', `/r/${room.code}`, { viewport: DESKTOP, deviceScaleFactor: SCALE })
  await own.settle()
  await picture(own.page, 'room')

  const projector = await enterAs(open, 'Wall', `/r/${room.code}?view=projector`, {
    viewport: DESKTOP,
    deviceScaleFactor: SCALE,
  })
  await projector.settle()
  await picture(projector.page, 'projector')

  const phone = await enterAs(open, 'Rosalind', `/r/${room.code}`, {
    viewport: PHONE,
    deviceScaleFactor: SCALE,
    isMobile: true,
    hasTouch: true,
  })
  await phone.settle()
  await picture(phone.page, 'phone')

  const lobby = await open({ viewport: DESKTOP, deviceScaleFactor: SCALE, colorScheme: 'light' })
  await lobby.goto('/')
  await expect(lobby.getByRole('link', { name: /ROPE/ })).toBeVisible()
  await lobby.waitForLoadState('networkidle')
  await picture(lobby, 'lobby')
})
