import { expect, test } from '../support/test'
import type { Point } from '../support/room_page'

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

test('one person drags the chain by its tip, and the other sees it follow', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room.code)]
  const tip = await ada.lastParticle()
  await ada.pause()

  const from = await ada.at(tip)
  const to = { x: from.x + 170, y: from.y - 120 }
  await ada.page.mouse.move(from.x, from.y)
  await ada.page.mouse.down()
  await expect(grace.section('People')).toContainText(`holds bead ${tip}`)
  await ada.page.mouse.move(to.x, to.y, { steps: 8 })
  await ada.press('Play')

  await expect
    .poll(async () => distance(await grace.at(tip), to), { timeout: 30_000 })
    .toBeLessThan(45)
  const [here, there] = [await ada.particle(tip), await grace.particle(tip)]
  expect(Math.hypot(here[0] - there[0], here[1] - there[1])).toBeLessThan(0.15)
  await expect(grace.page.locator('.hands .hand .label')).toHaveCount(1)

  await ada.page.mouse.up()
  await expect.poll(async () => (await grace.api('holds')).length).toBe(0)
})

test('a hand opens when its page is closed', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room.code)]
  await ada.pause()
  const at = await ada.at(10)
  await ada.page.mouse.move(at.x, at.y)
  await ada.page.mouse.down()
  await expect.poll(async () => (await grace.api('holds')).length).toBe(1)
  await ada.page.close()
  await expect.poll(async () => (await grace.api('holds')).length).toBe(0)
})

test('a press away from every particle holds nothing', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  await ada.pause()
  const tip = await ada.at(await ada.lastParticle())
  await ada.page.mouse.move(tip.x + 60, tip.y)
  await ada.page.mouse.down()
  await ada.page.waitForTimeout(500)
  expect(await ada.api('holds')).toEqual([])
  await ada.page.mouse.up()
})

test('two fingers hold two beads', async ({ server, enter }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const room = await server.createRoom('rope')
  const ada = await enter(room, phone)
  const tip = await ada.lastParticle()
  await ada.pause()
  const beads = [Math.round(tip * 0.3), Math.round(tip * 0.7)]
  const [left, right] = [await ada.at(beads[0]!), await ada.at(beads[1]!)]

  const touch = await ada.page.context().newCDPSession(ada.page)
  const fingers = (dy: number) => [
    { ...left, y: left.y + dy, id: 1 },
    { ...right, y: right.y + dy, id: 2 },
  ]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(0) })
  await expect.poll(async () => (await ada.api('holds')).length).toBe(2)
  const hands = (await ada.api('holds')).map((hold) => hold.hand)
  expect(new Set(hands).size).toBe(2)

  for (let dy = -10; dy >= -80; dy -= 10) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(dy) })
  }
  const before = await ada.particle(beads[0]!)
  await ada.press('Play')
  await expect
    .poll(async () => (await ada.particle(beads[0]!))[1] - before[1])
    .toBeGreaterThan(0.05)

  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(async () => (await ada.api('holds')).length).toBe(0)
})

test('a pin cannot be grabbed, and the page says why', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  const pin = await ada.at(0)
  await ada.page.mouse.click(pin.x, pin.y)
  await expect(ada.page.getByText('A pin cannot be grabbed.')).toBeVisible()
  expect(await ada.api('holds')).toEqual([])
})
