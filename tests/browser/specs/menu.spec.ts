import { serverWordsDe } from '../../../web_client/src/i18n/server_words_de'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// One menu for what concerns the page and not the room.

test('the menu opens, is walked through and closes by the keyboard @smoke', async ({ enter }) => {
  const { page } = await enter('ROPE')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Save a picture' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Save a picture' })).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await page.mouse.click(300, 300)
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
})

test('on a phone the menu is in sight, whatever the connection says', async ({ enter }) => {
  const { page } = await enter('ROPE', { viewport: { width: 360, height: 740 } })
  await page.locator('.pill').evaluate((pill) => pill.append(' Reconnecting … 12'))
  const place = (await page.getByRole('button', { name: 'Menu' }).boundingBox())!
  expect(place.x + place.width).toBeLessThanOrEqual(360)
  expect(await page.locator('.room > header').evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0)
})

test('a picture of the play area can be saved', async ({ enter }) => {
  const { page } = await enter('ROPE')
  await page.getByRole('button', { name: 'Menu' }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a picture' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('ropewalk-rope.png')
  const stream = await saved.createReadStream()
  const bytes = Buffer.concat(await stream.toArray())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  // What is empty compresses to next to nothing.
  expect(bytes.length).toBeGreaterThan(3000)
})

test('the link to share says what was chosen, and never the key @smoke', async ({ server, enter, open }) => {
  const room = await server.createRoom('rope')
  const { page } = await enter(room)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: /Share/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite' })
  const link = dialog.getByLabel('Join link')
  await expect(link).toHaveValue(new RegExp(`/r/${room.code}$`))
  await dialog.getByLabel('What it opens').selectOption('The projector’s view')
  await dialog.getByLabel('Language').selectOption('Deutsch')
  await expect(link).toHaveValue(/\?view=projector&locale=de$/)
  await expect(dialog.getByRole('img', { name: /view=projector/ })).toBeVisible()
  expect(await dialog.innerHTML()).not.toContain(room.hostKey)
  const opened = await open()
  await opened.goto(await link.inputValue())
  await new RoomPage(opened).ready()
  await expect(opened.getByRole('complementary', { name: 'Hier mitmachen' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the language that was chosen stays, and the seat too', async ({ enter }) => {
  const room = await enter('ROPE')
  const seat = await room.api('seat')
  await room.page.getByRole('button', { name: 'Menu' }).click()
  await room.page.getByLabel('Language').selectOption('Deutsch')
  await expect(room.page.getByRole('button', { name: 'Menü' })).toBeVisible()
  await room.ready()
  expect(await room.api('seat')).toBe(seat)
  await room.page.goto('/')
  await expect(room.page.getByLabel('Raumcode')).toBeVisible()
  await expect(room.page.locator('html')).toHaveAttribute('lang', 'de')
})

test('a browser that speaks German is answered in German', async ({ open }) => {
  const page = await open({ locale: 'de-AT' })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Offene Räume' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Kette/ })).toBeVisible()
  await page.goto('/?locale=en')
  await expect(page.getByRole('heading', { name: 'Open rooms' })).toBeVisible()
})

test('everything that the server names has a German word @smoke', async ({ server, open }) => {
  const { scenes } = (await (await fetch(`${server.url}/api/scenes`)).json()) as {
    scenes: { name: string; parameters: { name: string; labels?: string[] }[] }[]
  }
  expect(scenes.length).toBeGreaterThan(8)
  const missing: string[] = []
  const { scenes: named, parameters, labels, measures } = serverWordsDe
  for (const scene of scenes) {
    if (!named[scene.name]) missing.push(scene.name)
    for (const parameter of scene.parameters) {
      const own = parameters[`${scene.name}.${parameter.name}`] ?? parameters[parameter.name]
      if (!own) missing.push(`${scene.name}.${parameter.name}`)
      const words = labels[parameter.name]
      if (parameter.labels && words?.length !== parameter.labels.length) {
        missing.push(`labels of ${parameter.name}`)
      }
    }
  }
  const page = await open()
  await page.goto('/r/ROPE')
  const room = new RoomPage(page)
  await room.ready()
  await room.check('Energy').check()
  await expect.poll(() => room.api('measures')).not.toBeNull()
  for (const name of Object.keys((await room.api('measures'))!)) {
    if (!measures[name]) missing.push(`measure ${name}`)
  }
  expect(missing).toEqual([])
})
