import type { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// The play area without a pointer: arrows choose a bead and pull it.

/** Come to the play area from the buttons behind it, as somebody without a mouse does. */
async function tabToPlayArea({ page }: RoomPage): Promise<void> {
  const area = page.getByRole('application')
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Shift+Tab')
    if (await area.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('the play area was not reached')
}

const said = ({ page }: RoomPage) => page.locator('[data-spoken]')

test('a bead is chosen, taken, pulled and let go by keyboard alone @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room.code)]
  const tip = await ada.lastParticle()
  await ada.pause()
  await tabToPlayArea(ada)
  await expect(ada.page.locator('.hands .chosen')).toBeVisible()
  await ada.page.keyboard.press('End')
  await expect(said(ada)).toContainText(`Bead ${tip} of ${tip + 1}.`)

  await ada.page.keyboard.press('ArrowUp')
  await expect(said(ada)).toContainText(`Bead ${tip - 1} of`)
  await ada.page.keyboard.press('ArrowDown')
  await ada.page.keyboard.press('Space')
  await expect.poll(() => grace.api('holds')).toEqual([expect.objectContaining({ particle: tip })])
  await expect(said(ada)).toContainText(`You hold bead ${tip}.`)
  await expect(said(grace)).toContainText(`holds bead ${tip}.`)

  const before = await ada.particle(tip)
  await ada.page.keyboard.down('ArrowRight')
  await ada.page.waitForTimeout(700)
  await ada.page.keyboard.up('ArrowRight')
  await ada.walk(120)
  const after = await ada.particle(tip)
  expect(after[0] - before[0]).toBeGreaterThan(0.1)

  await ada.page.keyboard.press('Escape')
  await expect.poll(() => grace.api('holds')).toEqual([])
})

test('with Shift, the arrows pull a quarter as far', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  await ada.pause()
  await tabToPlayArea(ada)
  await ada.page.keyboard.press('End')
  await ada.page.keyboard.press('Enter')
  const mark = ada.page.locator('.hands .hand .mark')
  const x = async () => {
    const place = (await mark.getAttribute('transform'))!
    return Number(/translate\(([\d.]+)/.exec(place)![1])
  }
  const start = await x()
  await ada.page.keyboard.press('ArrowRight')
  await expect.poll(x).toBeCloseTo(start + 12, 0)
  await ada.page.keyboard.press('Shift+ArrowRight')
  await expect.poll(x).toBeCloseTo(start + 15, 0)
})

test('a pin refuses the keyboard too, and going on to another control lets go', async ({
  server,
  enter,
}) => {
  const ada = await enter(await server.createRoom('chain'))
  await ada.pause()
  await tabToPlayArea(ada)
  await ada.page.keyboard.press('Home')
  await expect(said(ada)).toContainText('a pin')
  await ada.page.keyboard.press('Space')
  await expect(ada.page.getByText('A pin cannot be grabbed.')).toBeVisible()
  expect(await ada.api('holds')).toEqual([])

  await ada.page.keyboard.press('End')
  await ada.page.keyboard.press('Space')
  await expect.poll(async () => (await ada.api('holds')).length).toBe(1)
  await ada.page.keyboard.press('Tab')
  await expect.poll(async () => (await ada.api('holds')).length).toBe(0)
})

test('the play area is described in words @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room.code)]
  const tip = await ada.lastParticle()
  await ada.pause()
  const area = grace.page.getByRole('application', { name: 'Play area: Chain' })
  await expect(area).toHaveAccessibleDescription(/2 people are here\. Nobody holds anything\./)
  await expect(area).toHaveAccessibleDescription(/stretched by [\d.]+.% on average/)
  await expect(area).toHaveAccessibleDescription(/Arrow keys choose a bead/)
  await ada.take(tip)
  await expect(area).toHaveAccessibleDescription(new RegExp(`holds bead ${tip}\\.`))
  await ada.page.mouse.up()
  await expect(grace.page.locator('[data-spoken]')).toContainText('let go.')
})
