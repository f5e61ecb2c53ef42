import { Desk } from '../support/desk'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// A wall for the whole class: it looks on, invites, and says what everybody should know.

test('a projector shows the room, an invitation, and no control at all @smoke', async ({
  server,
  enter,
  open,
}) => {
  const room = await server.createRoom('rope', { title: 'Class 9b' })
  const host = await enter(room)
  const page = await open({ viewport: { width: 1280, height: 720 } })
  await page.goto(`/r/${room.code}?view=projector`)
  const wall = new RoomPage(page)
  await wall.ready()
  await expect(page.getByRole('complementary', { name: 'Join here' })).toContainText(room.code)
  await expect(page.getByRole('complementary')).toContainText('Class 9b')
  await expect(page.getByRole('img', { name: new RegExp(`Join link: .*/r/${room.code}$`) })).toBeVisible()
  for (const role of ['button', 'slider', 'textbox', 'link'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0)
  }

  // It takes no part: it may nothing, and is no student.
  const seat = await wall.api('seat')
  await expect
    .poll(async () => (await host.api('members')).find((member) => member.seat === seat))
    .toMatchObject({ name: 'Projector', watch: true, host: false })
})

test('a projector beside a host’s page is no host, and shows nothing that hosts alone see', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('rope')
  const host = await enter(room)
  // A new tab of the same browser begins with a copy of the storage.
  const page = await host.page.context().newPage()
  await page.goto(`/r/${room.code}?view=projector`)
  const wall = new RoomPage(page)
  await wall.ready()
  const seat = await wall.api('seat')
  expect(seat).not.toBe(await host.api('seat'))
  expect((await wall.api('members')).find((member) => member.seat === seat)).toMatchObject({
    host: false,
  })
  expect(await page.content()).not.toContain(room.hostKey)
})

test('what the host says and does is on the wall', async ({ server, enter, open }) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const page = await open()
  await page.goto(`/r/${room.code}?view=projector`)
  await new RoomPage(page).ready()
  const marks = page.locator('.marks')
  await desk.freeze()
  await expect(marks).toContainText('Hands are frozen')
  await desk.host.pause()
  await expect(marks).toContainText('Paused')
  await desk.class()
  await desk.host.button('Let hands move again').click()
  await expect(marks).not.toContainText('Hands are frozen')
})
