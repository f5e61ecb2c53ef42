import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// No page may have a serious or critical fault that axe finds, in either theme.

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = grave.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} (${any[0]?.message ?? ''})`),
  )
  expect(told).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  const look = { colorScheme, viewport: { width: 1200, height: 800 } }

  test(`the lobby and a scene’s dialog are accessible, ${colorScheme} @smoke`, async ({ open }) => {
    const page = await open(look)
    await page.goto('/')
    await expect(page.locator('[data-scene=cloth] .scene')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Parameters of Cloth', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })

  test(`a student’s room is accessible, ${colorScheme} @smoke`, async ({ server, enter }) => {
    const room = await server.createRoom('chain')
    const ada = await enter(room.code, look)
    await ada.connected()
    await ada.page.getByText('More readouts').click()
    await ada.page.getByRole('application').press('End')
    await ada.page.keyboard.press('Space')
    await expect(ada.page.locator('.hands .hand')).toHaveCount(1)
    await expectAccessible(ada.page)
    await ada.pill.click()
    await expect(ada.figure('frames')).toBeVisible()
    await expectAccessible(ada.page)
    await ada.pill.click()
    await ada.button('Menu').click()
    await expectAccessible(ada.page)
    await ada.button('Share and QR …').click()
    await expect(ada.page.getByRole('dialog')).toBeVisible()
    await expectAccessible(ada.page)
  })

  test(`every side of the host desk is accessible, ${colorScheme}`, async ({ server, enter }) => {
    const ada = await enter(await server.createRoom('rope'), look)
    await ada.connected()
    for (const tab of await ada.page.getByRole('tab').all()) {
      await tab.click()
      await expectAccessible(ada.page)
    }
  })

  test(`a room with lenses and plots is accessible, ${colorScheme}`, async ({ server, enter }) => {
    const ada = await enter((await server.createRoom('string')).code, look)
    await ada.connected()
    await ada.check('Energy').check()
    for (const lens of ['Catenary lens', 'Wave lens', 'Force lens', 'Solver lens']) {
      await ada.openLens(lens)
      await expectAccessible(ada.page)
    }
  })

  test(`the projector is accessible, ${colorScheme}`, async ({ server, open }) => {
    const page = await open(look)
    await page.goto(`/r/${(await server.createRoom('rope')).code}?view=projector`)
    await new RoomPage(page).ready()
    await expectAccessible(page)
  })

  test(`pages of closed ways are accessible, ${colorScheme}`, async ({ open, relay }) => {
    const page = await open(look)
    await page.goto('/r/NOSUCHROOM')
    await expect(page.locator('[data-ending=no_room]')).toBeVisible()
    await expectAccessible(page)

    await page.goto('/check')
    await expect(page.locator('.verdict')).not.toContainText('Checking', { timeout: 40_000 })
    await expectAccessible(page)

    relay.filter('forbids')
    const behind = await open({ ...look, baseURL: relay.url })
    await behind.goto('/r/CHAIN')
    await expect(behind.locator('[data-ending=blocked]')).toBeVisible({ timeout: 30_000 })
    await expectAccessible(behind)
  })
}
