import { RoomPage } from '../support/room_page'
import { Server } from '../support/server'
import { expect, test } from '../support/test'

test('a page comes back by itself after the server was killed @smoke', async ({ open }) => {
  const server = new Server()
  try {
    await server.start()
    const page = await open()
    await page.goto(`${server.url}/r/CHAIN`)
    const ada = new RoomPage(page)
    await ada.ready()
    await ada.connected()

    await server.kill()
    await expect(ada.pill).toContainText('Reconnecting', { timeout: 5000 })
    await expect(ada.button('Gust')).toBeDisabled()

    await server.start()
    await ada.connected(20_000)
    await expect(ada.button('Gust')).toBeEnabled()
    const step = await ada.api('step')
    await expect.poll(() => ada.api('step')).not.toBe(step)
  } finally {
    await server.dispose()
  }
})

test('a loaded page gives back the same seat and name', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  const seat = await ada.api('seat')
  await ada.page.reload()
  await ada.ready()
  expect(await ada.api('seat')).toBe(seat)
})

test('a seat taken over in another window is given up without a fight', async ({
  server,
  enter,
}) => {
  const ada = await enter((await server.createRoom('chain')).code)
  const seat = await ada.api('seat')
  const copy = await ada.page.context().newPage()
  const kept = await ada.page.evaluate(() => Object.entries(sessionStorage))
  await copy.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value)
  }, kept)
  await copy.goto(ada.page.url())
  const second = new RoomPage(copy)
  await second.ready()
  expect(await second.api('seat')).toBe(seat)

  const title = 'You are here in another window'
  await expect(ada.page.getByRole('heading', { name: title })).toBeVisible()
  await ada.page.waitForTimeout(2000)
  await expect(ada.page.getByRole('heading', { name: title })).toBeVisible()
  await ada.button('Come back here').click()
  await ada.connected()
})

test('a host key leaves the address bar and makes a host @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const host = await enter(room)
  expect(host.page.url()).toBe(`${server.url}/r/${room.code}`)
  await expect(host.section('People')).toContainText('host')
  await host.page.reload()
  await host.ready()
  await expect(host.section('People')).toContainText('host')
})
