import { Desk, all } from '../support/desk'
import { sendByHand, tapSocket } from '../support/hand_made'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// What the host's table of rights says holds on the server, whatever a page sends.

const NO = 'The host has not allowed that here.'

async function grabByHand(page: RoomPage, particle: number): Promise<void> {
  const at = await page.particle(particle)
  await sendByHand(page.page, { type: 'grab', seq: 900_000, hand: 0, particle, at })
}

test('who may only watch is refused a grab made by hand, until the host allows it @smoke', async ({
  server,
  enter,
  open,
}) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const page = await open()
  await tapSocket(page)
  await page.addInitScript(() => sessionStorage.setItem('ropewalk.name', 'Ada'))
  await page.goto(`/r/${room.code}`)
  const ada = new RoomPage(page)
  await ada.ready()

  const row = await desk.person('Ada')
  await row.getByLabel('May only watch').check()
  await expect.poll(() => ada.api('rights')).toEqual([])
  await grabByHand(ada, 10)
  await expect(ada.page.locator('.toast', { hasText: NO })).toBeVisible()
  expect(await ada.api('holds')).toEqual([])
  expect(await desk.host.api('holds')).toEqual([])

  await row.getByLabel('May only watch').uncheck()
  await expect.poll(() => ada.api('rights')).toContain('grab')
  await grabByHand(ada, 10)
  await expect.poll(() => desk.host.api('holds')).toMatchObject([{ particle: 10 }])
})

test('a right for those named is theirs alone', async ({ server, enter }) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const ada = await enter(room.code, { person: 'Ada' })
  const grace = await enter(room.code, { person: 'Grace' })
  await desk.allow('pause and step', 'named')
  await (await desk.person('Ada')).getByLabel('pause and step').check()
  await expect.poll(() => ada.api('rights')).toContain('time')
  await ada.button('Pause').click()
  await all([ada, grace], (page) => page.api('paused'), true)
  expect(await grace.api('rights')).not.toContain('time')
  await expect(grace.button('Play')).toBeDisabled()

  await desk.allow('pause and step', 'everyone')
  await grace.button('Play').click()
  await all([ada, grace], (page) => page.api('paused'), false)
  await desk.allow('pause and step', 'hosts')
  await expect(ada.button('Pause')).toBeDisabled()
  await expect(grace.button('Pause')).toBeDisabled()
})

test('what is locked stays locked through reset, another scene, newcomers and a reload', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const ada = await enter(room.code, { person: 'Ada' })
  const mayGrab = async (page: RoomPage) => (await page.api('rights')).includes('grab')
  await desk.allow('grab', 'hosts')
  await expect.poll(() => mayGrab(ada)).toBe(false)

  await desk.host.button('Reset').click()
  await desk.host.sceneCard('Chain').click()
  await expect.poll(() => ada.api('scene')).toBe('chain')
  const grace = await enter(room.code, { person: 'Grace' })
  expect(await mayGrab(ada)).toBe(false)
  expect(await mayGrab(grace)).toBe(false)

  await ada.page.reload()
  await desk.page.reload()
  await ada.ready()
  await desk.host.ready()
  expect(await mayGrab(ada)).toBe(false)
  await desk.class()
  await expect(desk.right('grab')).toHaveValue('hosts')
  expect(await mayGrab(desk.host)).toBe(true)
})

test('the lot names as many as were asked for, and in turn', async ({ server, enter }) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const students = new Map<string, RoomPage>()
  for (const person of ['Ada', 'Grace']) students.set(person, await enter(room.code, { person }))
  const drawn = async () =>
    (await desk.host.api('members'))
      .filter(({ named }) => named.includes('grab'))
      .map(({ name }) => name)
  await desk.class()
  await desk.page.getByLabel('Who may grab, by lot').fill('1')
  await desk.host.button('Draw').click()
  await expect.poll(async () => (await drawn()).length).toBe(1)
  await expect(desk.right('grab')).toHaveValue('named')
  const [first] = await drawn()
  const other = first === 'Ada' ? 'Grace' : 'Ada'
  const mayGrab = (name: string) => async () =>
    (await students.get(name)!.api('rights')).includes('grab')
  await expect.poll(mayGrab(other)).toBe(false)
  expect(await mayGrab(first!)()).toBe(true)

  // Nobody has a second turn before everybody has had one.
  await desk.host.button('Draw').click()
  await expect.poll(drawn).toEqual([other])
  await expect.poll(mayGrab(other)).toBe(true)
  await expect.poll(mayGrab(first!)).toBe(false)
})
