import { expect, test } from '../support/test'

test('the iterations slider moves in both pages, whoever moves it @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('rope')
  const [ada, grace] = [await enter(room), await enter(room)]
  await expect(ada.iterations).toHaveAttribute('aria-valuetext', '12')

  await ada.iterations.press('ArrowRight')
  await ada.iterations.press('ArrowRight')
  await expect(grace.iterations).toHaveAttribute('aria-valuetext', '14')
  await expect(grace.iterations).toHaveValue('14')
  expect((await grace.api('parameters')).iterations).toBe(14)

  await grace.iterations.press('ArrowLeft')
  await expect(ada.iterations).toHaveAttribute('aria-valuetext', '13')
})

test('a gust billows the cloth along the wind in both pages', async ({ server, enter }) => {
  const room = await server.createRoom('cloth')
  const [ada, grace] = [await enter(room), await enter(room.code)]
  const before = await ada.mean(2)
  await ada.button('Gust').click()
  await expect.poll(() => ada.mean(2), { intervals: [100] }).toBeLessThan(before - 0.05)
  await grace.button('Gust').click()
  await expect.poll(() => grace.mean(2), { intervals: [100] }).toBeLessThan(before - 0.05)
})

test('the dial turns the gust by keyboard', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('cloth'))
  const dial = ada.page.getByRole('slider', { name: 'Direction of the gust, seen from above' })
  await expect(dial).toHaveAttribute('aria-valuetext', 'away from you')
  for (let i = 0; i < 12; i++) await dial.press('ArrowRight')
  await expect(dial).toHaveAttribute('aria-valuetext', 'towards you')
  const before = await ada.mean(2)
  await ada.button('Gust').click()
  await expect.poll(() => ada.mean(2), { intervals: [100] }).toBeGreaterThan(before + 0.05)
})

test('another scene appears in both pages @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room.code)]
  await ada.sceneCard('Cloth').click()
  await expect.poll(() => grace.api('scene')).toBe('cloth')
  await expect(grace.sceneCard('Cloth')).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect.poll(async () => (await grace.particles()).length).toBeGreaterThan(100)
})

test('a setting that rebuilds the world acts once the slider is let go', async ({
  server,
  enter,
}) => {
  const ada = await enter(await server.createRoom('chain'))
  const before = await ada.lastParticle()
  await ada.page.getByRole('slider', { name: 'Links', exact: true }).press('ArrowRight')
  await expect.poll(() => ada.lastParticle()).toBe(before + 1)
})

test('settings that a class seldom needs are in groups that open', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  const friction = ada.page.getByRole('slider', { name: 'Friction', exact: true })
  await expect(ada.page.getByRole('slider', { name: 'Gravity' })).toBeVisible()
  await expect(friction).toBeHidden()
  await ada.openSettings('Ground')
  await expect(friction).toBeVisible()
  await ada.page.getByRole('checkbox', { name: 'Ground' }).check()
  await expect.poll(async () => (await ada.api('parameters')).ground).toBe(1)
})

test('springs that blow up are told to everybody until the world moves again', async ({
  server,
  enter,
}) => {
  const room = await server.createRoom('chain', { parameters: { spring: 1e6 } })
  const [ada, guest] = [await enter(room), await enter(room.code)]
  await ada.openSettings('Method')
  const stepping = ada.page.getByRole('combobox', { name: 'Stepping' })
  await stepping.selectOption({ label: 'Springs' })
  await expect(ada.notice).toContainText('Reset, or choose another stepping.')
  await expect(guest.notice).toContainText('The host can set them going again.')
  await expect(guest.notice.getByRole('button')).toHaveCount(0)
  const late = await enter(room.code)
  await expect(late.notice).toContainText('The springs have blown up')

  await stepping.selectOption({ label: 'Iterations' })
  for (const page of [ada, guest, late]) await expect(page.notice).toBeHidden()
  await stepping.selectOption({ label: 'Springs' })
  await expect(guest.notice).toBeVisible()
  await ada.pause()
  await ada.notice.getByRole('button', { name: 'Reset' }).click()
  for (const page of [ada, guest, late]) await expect(page.notice).toBeHidden()
})

test('a guest may not do what the host has kept, and is told so @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const guest = await enter(room.code)
  await expect(guest.sceneCard('Cloth')).toBeDisabled()
  await expect(guest.section('Scene')).toContainText('Only the host may do this here.')
  await expect(guest.iterations).toBeDisabled()
  await expect(guest.button('Reset')).toBeDisabled()
  await expect(guest.button('Gust')).toBeEnabled()
})
