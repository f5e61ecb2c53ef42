import { Desk } from '../support/desk'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

test('a code leads into its room, whatever its case @smoke', async ({ server, open }) => {
  const page = await open()
  await page.goto(server.url)
  await page.getByLabel('Room code').fill('rope')
  await page.getByRole('button', { name: 'Join' }).click()
  const room = new RoomPage(page)
  await room.ready()
  expect(await room.api('scene')).toBe('rope')
})

test('a code that no room has leads to a page that says so', async ({ server, open }) => {
  const page = await open()
  await page.goto(server.url)
  await page.getByLabel('Room code').fill('NOWHERE')
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { name: 'No room has this code' })).toBeVisible()
  await page.getByRole('link', { name: 'Another code' }).click()
  await expect(page.getByLabel('Room code')).toBeVisible()
})

test('open rooms are listed with the number of people in them', async ({ server, open, enter }) => {
  const page = await open()
  await page.goto(server.url)
  const card = page.getByRole('link', { name: /ROPE/ })
  await expect(card).toContainText('0 of')
  await enter('ROPE')
  await expect(card).toContainText('1 of')
})

test('who creates a room becomes its host @smoke', async ({ server, open }) => {
  const page = await open()
  await page.goto(server.url)
  await page.locator('[data-scene=cloth] .scene').click()
  const room = new RoomPage(page)
  await room.ready()
  expect(await room.api('scene')).toBe('cloth')
  await room.side('Experiment')
  await expect(room.section('People')).toContainText('host')
  await expect(room.button('Reset')).toBeEnabled()
})

test('markup in a name is shown as text @smoke', async ({ server, open, enter }) => {
  const name = '<img src=x onerror=alert(1)>'
  const room = await server.createRoom('chain')
  const page = await open()
  page.on('dialog', (dialog) => {
    throw new Error(`a script ran: ${dialog.message()}`)
  })
  await page.goto(server.url)
  await page.getByLabel('Your name').fill(name)
  await page.goto(`${server.url}/r/${room.code}#host=${room.hostKey}`)
  const ada = new RoomPage(page)
  await ada.ready()
  await ada.side('Experiment')
  const grace = await enter(room.code)

  await ada.pause()
  const at = await ada.at(10)
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  for (const { page: shown } of [ada, grace]) {
    await expect(shown.getByRole('group', { name: 'People' })).toContainText(name)
    await expect(shown.locator('.hands .label')).toContainText('<img src=x') // cut short
    await expect(shown.locator('img:not(.still img)')).toHaveCount(0)
  }
  await page.mouse.up()
})

test('a changed name is seen by everybody', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room.code)]
  await ada.button('Change name').click()
  await ada.page.getByLabel('Your name').fill('Ada Lovelace')
  await ada.button('Save').click()
  await expect(grace.section('People')).toContainText('Ada Lovelace')
  await expect(grace.section('People')).toContainText('People · 2')
  await expect(ada.section('People')).toContainText('Ada Lovelaceyouhost')
})

test('who gives no name goes by the friendly one that was offered', async ({ server, open }) => {
  const page = await open()
  await page.goto(server.url)
  const field = page.getByLabel('Your name')
  const first = await field.getAttribute('placeholder')
  await expect(async () => {
    await page.getByRole('button', { name: 'Another name' }).click()
    expect(await field.getAttribute('placeholder')).not.toBe(first)
  }).toPass() // one in some hundred is the same again
  const offered = (await field.getAttribute('placeholder'))!
  await page.getByLabel('Room code').fill('ROPE')
  await page.getByRole('button', { name: 'Join' }).click()
  const room = new RoomPage(page)
  await room.ready()
  const seat = await room.api('seat')
  const me = (await room.api('members')).find((member) => member.seat === seat)
  expect(me!.name).toMatch(new RegExp(`^${offered}`))
})

test('the picture of a room moves as its world does, and shows the door', async ({ server, open, enter }) => {
  const room = await server.createRoom('chain', { title: 'Moving', public: true })
  const host = await enter(room)
  const page = await open()
  await page.goto(server.url)
  const card = page.getByRole('link', { name: /Moving/ })
  const drawn = () =>
    card.locator('.live img').evaluate(async (img: HTMLImageElement) => (await fetch(img.src)).text())
  await expect(card.locator('.live img')).toBeVisible()
  const before = await drawn()
  expect(before).toContain('<svg')
  await expect.poll(drawn).not.toBe(before)
  await expect(card).not.toContainText('closed')
  const desk = new Desk(host)
  await desk.choose('Stay out')
  await expect(card).toContainText('closed to newcomers')
})
