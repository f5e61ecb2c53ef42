import { expect, test } from '../support/test'
import type { Point } from '../support/room_page'

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

test('one person drags the chain by its tip, and the other sees it follow @smoke', async ({
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

test('a pin cannot be grabbed, and the page says why @smoke', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  const pin = await ada.at(0)
  await ada.page.mouse.click(pin.x, pin.y)
  await expect(ada.page.getByText('A pin cannot be grabbed.')).toBeVisible()
  expect(await ada.api('holds')).toEqual([])
})

test('two people pull the same bead, and one hold outlasts the other @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room.code)]
  const tip = await ada.lastParticle()
  await ada.pause()
  await grace.settle()
  const from = await ada.take(tip)
  await grace.take(tip)
  await ada.page.mouse.move(from.x - 80, from.y - 60, { steps: 3 })
  for (const page of [ada.page, grace.page]) {
    await expect(page.locator('.hands .hand')).toHaveCount(2)
    // A ring for each, one around the other.
    const rings = await page.locator('.hands .grip').evaluateAll((all) => all.map((ring) => ring.getAttribute('r')))
    expect(new Set(rings).size).toBe(2)
  }
  await ada.page.mouse.up()
  const seat = await grace.api('seat')
  await expect.poll(() => ada.api('holds')).toEqual([expect.objectContaining({ seat, particle: tip })])
  await expect(ada.page.locator('.hands .hand')).toHaveCount(1)
  await grace.page.mouse.up()
})

test('a reset opens the hand of another, who is told and holds nothing until pressing again', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room.code)]
  const tip = await grace.lastParticle()
  await ada.pause()
  await grace.settle()
  const at = await grace.take(tip)
  await ada.press('Reset')
  await expect(grace.page.getByText('The scene went back to its start')).toBeVisible()
  await grace.page.mouse.move(at.x + 40, at.y, { steps: 4 })
  await grace.settle()
  const again = await grace.at(tip)
  await grace.page.mouse.move(again.x, again.y, { steps: 4 })
  expect(await ada.api('holds')).toEqual([])
  await expect(grace.page.locator('.hands .hand')).toHaveCount(0)
  await grace.page.mouse.up()
  await grace.take(tip)
  await grace.page.mouse.up()
})

test('a touch drag does not scroll, a cancelled touch lets go, and the mouse works beside it', async ({
  server,
  enter,
}) => {
  const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true }
  const ada = await enter(await server.createRoom('rope'), tablet)
  const middle = Math.round((await ada.lastParticle()) / 2)
  await ada.pause()
  const bead = await ada.at(middle)
  const touch = await ada.page.context().newCDPSession(ada.page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchCancel', dy: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchCancel' ? [] : [{ ...bead, y: bead.y + dy, id: 1 }],
    })
  await send('touchStart', 0)
  for (let dy = -20; dy >= -200; dy -= 20) await send('touchMove', dy)
  await expect.poll(async () => (await ada.api('holds')).length).toBe(1)
  expect(await ada.page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0])

  const other = await ada.at(middle - 6)
  await ada.page.mouse.move(other.x, other.y)
  await ada.page.mouse.down()
  await expect.poll(async () => (await ada.api('holds')).length).toBe(2)
  await send('touchCancel', 0)
  await expect.poll(() => ada.api('holds')).toEqual([expect.objectContaining({ particle: middle - 6 })])
  await ada.page.mouse.up()
  await expect.poll(() => ada.api('holds')).toEqual([])
})

test('eight hands are told apart by label and shape', async ({ server, enter }) => {
  test.setTimeout(150_000)
  const room = await server.createRoom('rope')
  const small = { viewport: { width: 480, height: 320 } }
  const ada = await enter(room)
  await ada.pause()
  const last = await ada.lastParticle()
  for (let person = 0; person < 8; person++) {
    const one = person === 0 ? ada : await enter(room.code, small)
    await one.page.getByRole('application').press('Home')
    for (let i = 0; i < Math.round((last * (person + 1)) / 10); i++) await one.page.keyboard.press('PageDown')
    await one.page.keyboard.press('Space')
    await expect(ada.page.locator('.hands .hand')).toHaveCount(person + 1)
  }
  const labels = await ada.page.locator('.hands .label').allTextContents()
  expect(new Set(labels).size).toBe(8)
  const shapes = await ada.page.locator('.hands .mark').evaluateAll((all) => all.map((mark) => mark.getAttribute('d')))
  expect(new Set(shapes).size).toBe(8)
  const boxes = await ada.page.locator('.hands .label').evaluateAll((all) =>
    all.map((label) => {
      const { left, right, top, bottom } = label.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )
  boxes.forEach((a, i) =>
    boxes.slice(i + 1).forEach((b) => {
      const apart = a.right <= b.left + 2 || b.right <= a.left + 2 || a.bottom <= b.top + 3 || b.bottom <= a.top + 3
      expect(apart).toBe(true)
    }),
  )
})
