import { RoomPage } from '../support/room_page'
import type { Server } from '../support/server'
import { expect, test } from '../support/test'

interface Offer {
  readonly name: string
  readonly title: string
  readonly parameters: readonly { name: string; title: string; kind: string }[]
}

async function offersOf(server: Server): Promise<readonly Offer[]> {
  const answer = await fetch(`${server.url}/api/scenes`)
  return ((await answer.json()) as { scenes: Offer[] }).scenes
}

test('every scene has its still pictures, and they are small @smoke', async ({ server }) => {
  for (const { name } of await offersOf(server)) {
    for (const file of [`${name}.jpg`, `${name}-dark.jpg`]) {
      const answer = await fetch(`${server.url}/scenes/${file}`)
      expect(answer.status, file).toBe(200)
      const bytes = await answer.arrayBuffer()
      expect(bytes.byteLength, file).toBeGreaterThan(2000)
      expect(bytes.byteLength, file).toBeLessThanOrEqual(25_000)
    }
  }
})

test('a room loads pictures of scenes when they come into sight', async ({ server, open }) => {
  const offers = await offersOf(server)
  const page = await open()
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const picture = /\/scenes\/(\w+)\.jpg$/.exec(request.url())
    if (picture) loaded.add(picture[1]!)
  })
  await page.goto('/r/CHAIN')
  const room = new RoomPage(page)
  await room.ready()
  await page.waitForLoadState('networkidle')
  const last = offers.at(-1)!
  expect(loaded.has(last.name), 'far below what is in sight').toBe(false)
  await room.sceneCard(last.title).scrollIntoViewIfNeeded()
  await expect.poll(() => loaded.has(last.name)).toBe(true)
})

test('a link that names a scene opens its card, with the values that it can have', async ({ open }) => {
  const page = await open()
  await page.goto('/?scene=chain&iterations=3&gravity=900&rows=2')
  const dialog = page.getByRole('dialog', { name: 'Parameters of Chain' })
  await expect(dialog.getByRole('slider', { name: 'Iterations' })).toHaveValue('3')
  await dialog.getByRole('button', { name: 'Create room' }).click()
  const ada = new RoomPage(page)
  await ada.ready()
  expect(await ada.api('scene')).toBe('chain')
  expect(await ada.api('parameters')).toMatchObject({ iterations: 3 })
  expect(new URL(page.url()).search).toBe('')
})

test('every scene opens, is drawn and moves on', async ({ server, enter }) => {
  test.setTimeout(240_000)
  for (const { name } of await offersOf(server)) {
    const ada = await enter(await server.createRoom(name))
    expect(await ada.api('scene')).toBe(name)
    const step = await ada.api('step')
    await expect.poll(() => ada.api('step'), { message: name }).toBeGreaterThan(step + 20)
    const flat = (await ada.particles()).flat()
    expect(flat.every(Number.isFinite), name).toBe(true)
    await ada.page.context().close()
  }
})

test('a card without a picture falls back to a drawing', async ({ open }) => {
  const page = await open()
  await page.route('**/scenes/rope*.jpg', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/')
  await page.locator('[data-scene=rope]').scrollIntoViewIfNeeded()
  await expect(page.locator('[data-scene=rope] svg.glyph')).toBeVisible()
})

test('the opened card of every scene has every parameter, with its range', async ({ server, open }) => {
  const page = await open()
  await page.goto('/')
  for (const { title, parameters } of await offersOf(server)) {
    await page.getByRole('button', { name: `Parameters of ${title}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Parameters of ${title}` })
    await expect(dialog).toBeVisible()
    const controls = dialog.getByRole('slider').or(dialog.getByRole('checkbox')).or(dialog.getByRole('combobox'))
    await expect(controls).toHaveCount(parameters.length)
    const sliders = parameters.filter(({ kind }) => kind === 'int' || kind === 'float')
    await expect(dialog.locator('.ends')).toHaveCount(sliders.length)
    for (const { title: name } of parameters) {
      await expect(dialog.getByLabel(name, { exact: true }).first(), name).toBeAttached()
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('a room is created with the parameters that its card was given @smoke', async ({ open }) => {
  const page = await open()
  await page.goto('/')
  await page.getByRole('button', { name: 'Parameters of Chain', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('slider', { name: 'Links', exact: true }).press('Home')
  await dialog.getByRole('slider', { name: 'Links', exact: true }).press('ArrowRight')
  await dialog.getByRole('checkbox', { name: 'Ground', exact: true }).check()
  await dialog.getByRole('button', { name: 'Create room' }).click()
  const ada = new RoomPage(page)
  await ada.ready()
  const { links, ground, gravity } = await ada.api('parameters')
  expect(ground).toBe(1)
  expect(gravity).toBeCloseTo(9.81)
  expect((await ada.particles()).length).toBe(links! + 1)
  await ada.side('Experiment')
  await expect(ada.section('People')).toContainText('host')
})

test('a room changes to a scene with parameters, for everybody @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const [ada, guest] = [await enter(room), await enter(room.code)]
  await ada.button('Parameters of Rope').click()
  const dialog = ada.page.getByRole('dialog')
  await dialog.getByRole('slider', { name: 'Iterations', exact: true }).press('Home')
  await dialog.getByRole('button', { name: 'Start scene' }).click()
  await expect.poll(() => guest.api('scene')).toBe('rope')
  expect((await guest.api('parameters')).iterations).toBe(1)
  await expect(guest.button('Parameters of Rope')).toBeDisabled()
})

test('the card of the present scene begins with the values of now, and goes back to the defaults', async ({
  server,
  enter,
}) => {
  const ada = await enter(await server.createRoom('chain', { parameters: { iterations: 33 } }))
  await ada.button('Parameters of Chain').click()
  const iterations = ada.page.getByRole('dialog').getByRole('slider', { name: 'Iterations' })
  await expect(iterations).toHaveAttribute('aria-valuetext', '33')
  await ada.page.getByRole('button', { name: 'Back to the defaults' }).click()
  await expect(iterations).toHaveAttribute('aria-valuetext', '12')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(ada.page.getByRole('dialog')).toHaveCount(0)
})
