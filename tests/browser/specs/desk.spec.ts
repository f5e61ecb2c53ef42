import { all, Desk } from '../support/desk'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// A host leads the room from the desk, and everybody's page shows it.

test('newcomers wait until a host lets them in, or does not @smoke', async ({ server, enter, open }) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  await desk.choose('Ask first')
  await expect.poll(async () => (await desk.host.api('rules')).newcomers).toBe('ask')
  const [ada, mallory] = [await open(), await open()]
  for (const [page, name] of [[ada, 'Ada'], [mallory, 'Mallory']] as const) {
    await page.addInitScript((own) => sessionStorage.setItem('ropewalk.name', own), name)
    await page.goto(`/r/${room.code}`)
    await expect(page.locator('[data-ending=waiting]')).toBeVisible()
  }
  const waiting = desk.page.getByRole('region', { name: '2 people wait to be let in' })
  await expect(waiting.getByRole('listitem')).toContainText(['Ada', 'Mallory'])
  await waiting.getByRole('button', { name: 'Let Ada in', exact: true }).click()
  await new RoomPage(ada).ready()
  await desk.page.getByRole('button', { name: 'Do not let Mallory in' }).click()
  await expect(mallory.locator('[data-ending=not_admitted]')).toBeVisible()
  await expect(desk.page.locator('.waiters')).toBeHidden()

  // Whoever comes back needs no asking.
  await ada.reload()
  await new RoomPage(ada).ready()
})

test('a closed room lets nobody new in, but those who come back', async ({ server, enter, open }) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const ada = await enter(room.code)
  await desk.choose('Stay out')
  await expect.poll(async () => (await ada.api('rules')).newcomers).toBe('closed')
  const late = await open()
  await late.goto(`/r/${room.code}`)
  await expect(late.locator('[data-ending=closed]')).toBeVisible()
  await ada.page.reload()
  await ada.ready()
})

test('a new code is everybody’s at once, and the old one opens no door', async ({
  server,
  enter,
  open,
}) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const ada = await enter(room.code)
  await desk.class()
  await desk.host.button('New code …').click()
  await desk.host.button('Change the code').click()
  await expect.poll(() => ada.api('code')).not.toBe(room.code)
  const code = await ada.api('code')
  await expect(ada.page).toHaveURL(`${server.url}/r/${code}`)
  await expect(desk.page).toHaveURL(`${server.url}/r/${code}`)
  await expect(desk.page.locator('.huge-code')).toContainText(code)
  await expect(desk.page.getByRole('textbox', { name: 'Join link' })).toHaveValue(`${server.url}/r/${code}`)

  const late = await open()
  await late.goto(`/r/${room.code}`)
  await expect(late.locator('[data-ending=no_room]')).toBeVisible()
  await enter(code)
  const seat = await ada.api('seat')
  await ada.page.reload()
  await ada.ready()
  expect(await ada.api('seat')).toBe(seat)
  await desk.page.reload()
  await desk.host.ready()
  expect(await desk.host.api('rights')).toContain('scene')
})

test('who is removed cannot come back with this browser', async ({ server, enter }) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const mallory = await enter(room.code, { person: 'Mallory' })
  const row = await desk.person('Mallory')
  await expect(row).toContainText('This binds the browser, not the person')
  await row.getByLabel('Remove for').selectOption('10 minutes')
  await row.getByRole('button', { name: 'Remove Mallory …' }).click()
  await expect(row).toContainText('cannot come back for 10 minutes')
  await row.getByRole('button', { name: 'Remove', exact: true }).click()
  const removed = mallory.page.locator('[data-ending=removed]')
  await expect(removed).toContainText('This browser can come back in 10 minutes.')
  await expect.poll(async () => (await desk.host.api('members')).length).toBe(1)
  await mallory.page.reload()
  await expect(removed).toBeVisible()
})

test('a co-host has the desk, also after a reload, until it is taken back', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const grace = await enter(room.code, { person: 'Grace' })
  const tabs = grace.page.getByRole('tablist')
  await expect(tabs).toBeHidden()
  const host = (await desk.person('Grace')).getByLabel('Is a host, too')
  await host.check()
  await expect(tabs).toBeVisible()
  await grace.page.reload()
  await grace.ready()
  await new Desk(grace).freeze()
  await expect.poll(async () => (await desk.host.api('rules')).frozen).toBe(true)
  await host.uncheck()
  await expect(tabs).toBeHidden()
  expect(await grace.api('rights')).not.toContain('scene')
})

test('a message is everybody’s, also of those who come later, until it is taken away @smoke', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const ada = await enter(room.code)
  await desk.class()
  await desk.page.getByRole('textbox', { name: 'Message to all' }).fill('Hands off <b>please</b>')
  await desk.host.button('Show').click()
  const said = 'Hands off <b>please</b>'
  await expect.poll(() => ada.api('notice')).toBe(said)
  const late = await enter(room.code)
  expect(await late.api('notice')).toBe(said)
  await desk.host.button('Take away').click()
  await all([ada, late], (page) => page.api('notice'), null)
})

test('a reset can be undone @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const desk = new Desk(await enter(room))
  const ada = await enter(room.code)
  await desk.class()
  const undo = desk.host.button('Undo reset')
  await expect(undo).toBeDisabled()
  await desk.host.button('Pause').click()
  await expect.poll(() => ada.api('paused')).toBe(true)
  const last = await ada.lastParticle()
  const start = await ada.particle(last)
  await desk.host.walk(20)
  const moved = await desk.host.particle(last)
  expect(moved).not.toEqual(start)
  await desk.host.button('Reset').click()
  await undo.click()
  await all([desk.host, ada], (page) => page.particle(last), moved)
  await expect(undo).toBeDisabled()
})

test('frozen hands open, stay open, and can grab again when they are let', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  await desk.host.button('Pause').click()
  const ada = await enter(room.code)
  await ada.take(12)
  await desk.freeze()
  await all([desk.host, ada], (page) => page.api('holds'), [])
  await expect(desk.host.button('Let hands move again')).toHaveAttribute('aria-pressed', 'true')
  expect(await ada.api('rights')).not.toContain('grab')
  await ada.page.mouse.up()
  await desk.host.button('Let hands move again').click()
  await expect.poll(() => ada.api('rights')).toContain('grab')
  await ada.take(12)
  await desk.host.button('Open all hands').click()
  await all([desk.host, ada], (page) => page.api('holds'), [])
  expect(await ada.api('rights')).toContain('grab')
})

test('names that are hidden are seen by hosts alone', async ({ server, enter }) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room, { person: 'Ms Bell' }))
  const ada = await enter(room.code, { person: 'Ada' })
  const grace = await enter(room.code, { person: 'Grace' })
  await desk.host.side('People')
  await desk.page.getByLabel('Hide names from everybody but hosts').check()
  const seat = await ada.api('seat')
  const people = grace.section('People')
  await expect(people).toContainText(`#${seat}`)
  await expect(people).not.toContainText('Ada')
  await expect(people).toContainText('Grace')
  await expect(desk.page.locator(`.roster [data-seat="${seat}"]`)).toContainText('Ada')

  const row = await desk.person('Ada')
  await row.getByLabel('Name of Ada').fill('Ada L.')
  await row.getByRole('button', { name: 'Rename' }).click()
  await expect(desk.page.locator(`.roster [data-seat="${seat}"]`)).toContainText('Ada L.')
})

test('slow motion slows the room for everybody', async ({ server, enter }) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const ada = await enter(room.code)
  const pace = async () => {
    const from = await ada.api('step')
    await ada.page.waitForTimeout(2000)
    return (await ada.api('step')) - from
  }
  const usual = await pace()
  await desk.host.button('Slow motion').click()
  await all([desk.host, ada], (page) => page.api('slow'), 4)
  expect(await pace()).toBeLessThan(usual / 2)
  await desk.host.button('Slow motion').click()
  await all([desk.host, ada], (page) => page.api('slow'), 1)
})

test('the room takes as many as the host says', async ({ server, enter, open }) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  await enter(room.code)
  await desk.class()
  const capacity = desk.page.getByLabel('Room for how many people')
  await capacity.fill('2')
  await capacity.press('Enter')
  await expect.poll(async () => (await desk.host.api('rules')).capacity).toBe(2)
  const third = await open()
  await third.goto(`/r/${room.code}`)
  await expect(third.locator('[data-ending=full]')).toBeVisible()
})

test('the host link is shown only when asked for, and the room can be ended', async ({
  server,
  enter,
  open,
}) => {
  const room = await server.createRoom('rope')
  const desk = new Desk(await enter(room))
  const ada = await enter(room.code)
  await desk.class()
  expect(await desk.page.content()).not.toContain(room.hostKey)
  await desk.host.button('Show host link').click()
  await expect(desk.page.getByRole('textbox', { name: 'Host link' })).toHaveValue(
    `${server.url}/r/${room.code}#host=${room.hostKey}`,
  )
  await expect(desk.page.getByRole('img', { name: 'QR code of the host link' })).toBeVisible()

  await desk.host.button('End room …').click()
  await desk.host.button('Cancel').click()
  expect(await ada.api('status')).toBe('open')
  await desk.host.button('End room …').click()
  await desk.host.button('End for everybody').click()
  for (const { page } of [ada, desk.host]) {
    await expect(page.locator('[data-ending=ended]')).toBeVisible()
  }
  const late = await open()
  await late.goto(`/r/${room.code}`)
  await expect(late.locator('[data-ending=ended]')).toBeVisible()
})
