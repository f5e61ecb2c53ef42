import { fileURLToPath } from 'node:url'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// Pictures of every page, for people to look at: results/PAGE-SIZE-THEME.png.
//
//   ROPEWALK_FULL=1   in both themes of both sizes; otherwise two of them, of lenses one
//
// Those in README.md and docs/ are made by scripts/pictures.

const results = fileURLToPath(new URL('../results/', import.meta.url))
const full = process.env.ROPEWALK_FULL === '1'

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
} as const

type Look = readonly [size: keyof typeof SIZES, theme: 'light' | 'dark']

const LOOKS: readonly Look[] = [
  ['desktop', 'light'],
  ['phone', 'dark'],
  ...(full
    ? ([
        ['desktop', 'dark'],
        ['phone', 'light'],
      ] as const)
    : []),
]

/** Take a particle and pull it some way; the hand stays closed. */
async function pull(room: RoomPage, particle: number, dx: number, dy: number): Promise<void> {
  const { x, y } = await room.take(particle)
  await room.page.mouse.move(x + dx, y + dy, { steps: 5 })
}

for (const [size, colorScheme] of LOOKS) {
  const options = { ...SIZES[size], colorScheme }
  const file = (page: string) => `${results}${page}-${size}-${colorScheme}.png`
  const reach = size === 'phone' ? 0.4 : 1

  test(`picture of the lobby, ${size}, ${colorScheme}`, async ({ open }) => {
    const page = await open(options)
    await page.goto('/')
    await expect(page.getByRole('link', { name: /CHAIN/ })).toBeVisible()
    await expect(page.locator('[data-scene=cloth] .scene')).toBeVisible()
    await page.screenshot({ path: file('lobby') })
  })

  test(`picture of a network that blocks, ${size}, ${colorScheme}`, async ({ relay, open }) => {
    relay.filter('forbids')
    const page = await open({ ...options, baseURL: relay.url })
    await page.goto('/r/CHAIN')
    await expect(page.getByRole('heading', { name: 'What to ask IT' })).toBeVisible()
    await page.screenshot({ path: file('blocked') })
  })

  test(`picture of the chain, ${size}, ${colorScheme} @smoke`, async ({ server, enter }) => {
    const room = await enter(await server.createRoom('chain'), options)
    await room.pause()
    await pull(room, await room.lastParticle(), 230 * reach, -170 * reach)
    await room.walk(90)
    await room.page.screenshot({ path: file('chain') })
  })

  test(`picture of the rope, ${size}, ${colorScheme}`, async ({ server, enter }) => {
    const room = await enter(await server.createRoom('rope'), options)
    const tip = await room.lastParticle()
    await room.pause()
    await pull(room, Math.round(tip * 0.35), 90 * reach, 90 * reach)
    await room.walk(90)
    await room.page.screenshot({ path: file('rope') })
  })

  test(`picture of springs that have blown up, ${size}, ${colorScheme}`, async ({ server, enter }) => {
    const parameters = { ground: 1, spring: 1e6, stepping: 2 }
    const room = await enter(await server.createRoom('chain', { parameters }), options)
    await expect(room.notice).toBeVisible()
    await room.page.screenshot({ path: file('burst') })
  })

  test(`picture of the cloth in a gust, ${size}, ${colorScheme}`, async ({ server, enter }) => {
    const room = await enter(await server.createRoom('cloth'), options)
    if (size === 'phone') await room.button('Show controls').click()
    await room.pause()
    await room.press('Gust')
    await room.walk(24)
    await room.page.screenshot({ path: file('cloth') })
  })
}

// A lens can take half a minute to have something to show.
for (const [size, colorScheme] of full ? LOOKS : LOOKS.slice(0, 1)) {
  const options = { ...SIZES[size], colorScheme }
  const file = (page: string) => `${results}${page}-${size}-${colorScheme}.png`
  /** Open a lens as a person would. */
  const open = async (room: RoomPage, lens: string) => {
    if (size === 'phone') await room.button('Show controls').click()
    await room.openLens(lens)
  }

  test(`picture of the catenary lens, ${size}, ${colorScheme}`, async ({ server, enter }) => {
    const parameters = { damping: 8, iterations: 100 }
    const room = await enter(await server.createRoom('rope', { parameters }), options)
    await open(room, 'Catenary lens')
    await expect(room.page.locator('.lens-overlay .discrete')).toBeVisible()
    await room.page.screenshot({ path: file('lens-catenary') })
  })

  test(`picture of the wave lens, ${size}, ${colorScheme}`, async ({ server, enter }) => {
    test.setTimeout(150_000) // a spectrum looks back over thousands of steps
    const room = await enter(await server.createRoom('string'), options)
    await open(room, 'Wave lens')
    const second = room.page.getByRole('button', { name: /^Drive at harmonic 2/ })
    await expect(second).toBeEnabled({ timeout: 90_000 })
    await second.click()
    await expect(room.lensCard).toContainText('Antinodes: 2', { timeout: 40_000 })
    await room.page.screenshot({ path: file('lens-wave') })
  })

  test(`picture of the force lens, ${size}, ${colorScheme}`, async ({ server, enter }) => {
    const room = await enter(await server.createRoom('contrast'), options)
    await open(room, 'Force lens')
    await expect(room.page.locator('.lens-overlay .label')).toHaveCount(2)
    await room.page.waitForTimeout(1000)
    await room.page.screenshot({ path: file('lens-force') })
  })

  test(`picture of the solver lens, ${size}, ${colorScheme}`, async ({ server, enter }) => {
    const room = await enter(await server.createRoom('chain'), options)
    await room.pause()
    await room.press('Reset')
    await room.walk(30)
    await open(room, 'Solver lens')
    const next = room.lensCard.getByRole('button', { name: 'Next' })
    await next.click()
    await next.click()
    await room.page.waitForTimeout(300)
    await room.page.screenshot({ path: file('lens-solver') })
  })

  test(`picture of the plots, ${size}, ${colorScheme}`, async ({ server, enter }) => {
    test.setTimeout(150_000) // a spectrum looks back over thousands of steps
    const room = await enter(await server.createRoom('string'), options)
    if (size === 'phone') await room.button('Show controls').click()
    for (const plot of ['Energy', 'Stretch', 'Spectrum']) await room.check(plot).check()
    if (size === 'phone') await room.button('Hide controls').click()
    await expect(room.button('Download CSV: Spectrum')).toBeEnabled({ timeout: 90_000 })
    await room.page.screenshot({ path: file('plots') })
  })

  test(`picture of a scene’s parameters, ${size}, ${colorScheme}`, async ({ open }) => {
    const page = await open(options)
    await page.goto('/')
    await page.getByRole('button', { name: 'Parameters of Cloth', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.screenshot({ path: file('scene-parameters') })
    await page.keyboard.press('Escape')
    await page.locator('[data-scene=cloth]').scrollIntoViewIfNeeded()
    await page.screenshot({ path: file('scene-cards'), fullPage: true })
  })
}
