import { makeHideable, setHidden } from '../support/hideable'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// How frames come and are played: what the page tells of it, a world at rest, a tab
// that was hidden.

const FULL = process.env.ROPEWALK_FULL === '1'
const HIDDEN_MS = FULL ? 60_000 : 30_000
const STEPS_PER_S = 60

test.describe.configure({ timeout: 90_000 + HIDDEN_MS })

const SMALL = { viewport: { width: 700, height: 420 } }
const number = async (text: Promise<string>) => parseFloat((await text).replace(/[^\d.]/g, ''))

test('the pill opens figures of the connection, and closes them @smoke', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'), SMALL)
  await ada.connected()
  await expect(ada.figure('frames')).toHaveCount(0)
  await ada.pill.focus()
  await ada.page.keyboard.press('Enter')
  await expect(ada.figure('frames')).toHaveText(/^\d+ of 30$/)
  await expect(ada.figure('encoding')).toHaveText('to 0.5 mm')
  await expect(ada.figure('round_trip')).toHaveText(/^\d+.ms$/)
  await expect(ada.figure('behind')).toHaveText(/^\d+.ms$/)
  await expect.poll(() => number(ada.figure('frames').innerText())).toBeGreaterThan(10)
  // A frame of 24 particles is no more than 24 bytes and its head.
  await expect(ada.figure('frame_size')).toHaveText(/^\d+.B$/)
  expect(await number(ada.figure('frame_size').innerText())).toBeLessThan(200)
  await expect(ada.figure('dropped')).toHaveText('0')
  await expect(ada.figure('states')).toHaveText('0')
  // It stays while the room is used, and leaves with Escape.
  await ada.pause()
  await expect(ada.figure('frames')).toHaveText('0 of 30')
  await expect(ada.page.getByText('Nothing moves, so no frames come.')).toBeVisible()
  await ada.pill.focus()
  await ada.page.keyboard.press('Escape')
  await expect(ada.figure('frames')).toHaveCount(0)
  await expect(ada.pill).toBeFocused()
})

test('on a phone the figures have room, in German too', async ({ server, enter }) => {
  const { code } = await server.createRoom('chain')
  const ada = await enter(`${code}?locale=de`, { viewport: { width: 360, height: 640 } })
  await ada.pill.click()
  const figures = ada.page.getByRole('region', { name: 'Verbindung' })
  await expect(figures.getByText('Bilder je Sekunde')).toBeVisible()
  await expect(ada.figure('frames')).toHaveText(/ von 30$/)
  const place = (await figures.boundingBox())!
  expect(place.x).toBeGreaterThanOrEqual(0)
  expect(place.x + place.width).toBeLessThanOrEqual(360)
  expect(await figures.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await figures.getByRole('button', { name: 'Schließen' }).click()
  await expect(figures).toHaveCount(0)
})

test('a world at rest goes on in time without frames, and moves at once when it is pulled', async ({ server, enter }) => {
  const room = await server.createRoom('rope', { parameters: { damping: 10 } })
  const ada = await enter(room.code, SMALL)
  await ada.connected()
  await ada.pill.click()
  await expect(ada.figure('frames')).toHaveText('0 of 30', { timeout: 60_000 })
  const step = await ada.api('step')
  await expect.poll(() => ada.api('step')).toBeGreaterThan(step + 2 * STEPS_PER_S)
  await expect(ada.figure('frames')).toHaveText('0 of 30')
  await expect(ada.figure('data')).toHaveText(/^\d+.B\/s$/)

  const from = await ada.take(20)
  const before = await ada.at(20)
  await ada.page.mouse.move(from.x, from.y - 60)
  await expect.poll(async () => before.y - (await ada.at(20)).y).toBeGreaterThan(20)
  expect(await ada.api('behind')).toBeLessThan(500)
  await expect(ada.figure('states')).toHaveText('0')
})

test('a tab that was hidden shows the present within a second, and nothing old', async ({ server, enter, open }) => {
  const room = await server.createRoom('chain')
  const grace = await enter(room, { viewport: { width: 400, height: 300 } })
  const page = await open({ ...SMALL, baseURL: server.url })
  await makeHideable(page)
  await page.goto(`/r/${room.code}`)
  const ada = new RoomPage(page)
  await ada.ready()
  await ada.connected()

  await setHidden(page, true)
  const before = await ada.api('step')
  await grace.page.waitForTimeout(HIDDEN_MS)
  // A gust makes positions that it has never seen.
  await grace.button('Show controls').click()
  await grace.button('Gust').click()

  await page.evaluate(() => {
    const seen: { at: number; behind: number; step: number }[] = []
    Object.assign(window, { seen })
    const note = () => {
      const { behind, step } = window.ropewalk!
      seen.push({ at: performance.now(), behind, step })
      requestAnimationFrame(note)
    }
    window.setHidden!(false)
    note()
  })
  await expect
    .poll(() => page.evaluate(() => (window as any).seen.at(-1).at - (window as any).seen[0].at))
    .toBeGreaterThan(1500)
  const [seen, now] = await Promise.all([
    page.evaluate(() => (window as any).seen as { at: number; behind: number; step: number }[]),
    grace.api('step'),
  ])
  const settled = seen.filter(({ at }) => at > seen[0]!.at + 1000)
  expect(Math.max(...settled.map(({ behind }) => behind))).toBeLessThan(500)
  expect(seen.at(-1)!.step).toBeGreaterThan(now - STEPS_PER_S)
  expect(now - before).toBeGreaterThan((HIDDEN_MS / 1000) * STEPS_PER_S * 0.8)
  // What it shows of the past, if anything, stands still.
  const gains = seen.slice(1).flatMap(({ at, behind }, i) => {
    const before = seen[i]!
    return Math.min(behind, before.behind) > 500 ? [before.behind + (at - before.at) - behind] : []
  })
  expect(Math.max(0, ...gains)).toBeLessThan(20)
})
