import { fileURLToPath } from 'node:url'
import type { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// Pictures of every page, for people to look at: results/PAGE-SIZE-THEME.png.

const results = fileURLToPath(new URL('../results/', import.meta.url))

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
} as const

/** Take a particle and pull it some way; the hand stays closed. */
async function pull(room: RoomPage, particle: number, dx: number, dy: number): Promise<void> {
  await room.pause()
  const { x, y } = await room.at(particle)
  const { mouse } = room.page
  await mouse.move(x, y)
  await mouse.down()
  await expect.poll(async () => (await room.api('holds')).length).toBe(1)
  await mouse.move(x + dx, y + dy, { steps: 5 })
  await room.page.evaluate(() => {
    document.querySelector<HTMLButtonElement>('button[aria-label="Play"]')!.click()
  })
  await room.page.waitForTimeout(1500)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, device] of Object.entries(SIZES)) {
    const options = { ...device, colorScheme }
    const file = (page: string) => `${results}${page}-${size}-${colorScheme}.png`
    const reach = size === 'phone' ? 0.4 : 1

    test(`picture of the lobby, ${size}, ${colorScheme}`, async ({ server, open }) => {
      const page = await open(options)
      await page.goto(server.url)
      await expect(page.getByRole('link', { name: /CHAIN/ })).toBeVisible()
      await expect(page.getByRole('button', { name: /Cloth/ })).toBeVisible()
      await page.screenshot({ path: file('lobby') })
    })

    test(`picture of the chain, ${size}, ${colorScheme}`, async ({ server, enter }) => {
      const room = await enter(await server.createRoom('chain'), options)
      await pull(room, await room.lastParticle(), 230 * reach, -170 * reach)
      await room.page.screenshot({ path: file('chain') })
    })

    test(`picture of the rope, ${size}, ${colorScheme}`, async ({ server, enter }) => {
      const room = await enter(await server.createRoom('rope'), options)
      const tip = await room.lastParticle()
      await pull(room, Math.round(tip * 0.35), 90 * reach, 90 * reach)
      await room.page.screenshot({ path: file('rope') })
    })

    test(`picture of the cloth in a gust, ${size}, ${colorScheme}`, async ({ server, enter }) => {
      const room = await enter(await server.createRoom('cloth'), options)
      const before = await room.mean(2)
      if (size === 'phone') await room.button('Show controls').click()
      await room.button('Gust').click()
      await expect.poll(() => room.mean(2), { intervals: [50] }).toBeLessThan(before - 0.08)
      await room.page.screenshot({ path: file('cloth') })
    })
  }
}
