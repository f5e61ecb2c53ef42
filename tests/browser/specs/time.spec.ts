import { expect, test } from '../support/test'

test('pause stops the world for everybody, and play lets it go on @smoke', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room)]
  await ada.pause()
  await expect(grace.button('Play')).toBeVisible()
  const step = await grace.api('step')
  const particles = await grace.particles()
  await grace.page.waitForTimeout(700)
  expect(await grace.api('step')).toBe(step)
  expect(await grace.particles()).toEqual(particles)

  await grace.play()
  await expect.poll(() => ada.api('step')).toBeGreaterThan(step)
})

test('one step is made at a time, and only while paused', async ({ server, enter }) => {
  const room = await server.createRoom('chain')
  const [ada, grace] = [await enter(room), await enter(room)]
  await expect(ada.button('One step')).toBeDisabled()
  await ada.pause()
  const step = await ada.api('step')
  await ada.button('One step').click()
  await expect.poll(() => ada.api('step')).toBe(step + 1)
  await ada.button('One step').click()
  await expect.poll(() => grace.api('step')).toBe(step + 2)
})

test('reset puts the world back and opens every hand @smoke', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  const tip = await ada.lastParticle()
  await ada.pause()
  const at = await ada.at(tip)
  await ada.page.mouse.move(at.x, at.y)
  await ada.page.mouse.down()
  await expect.poll(async () => (await ada.api('holds')).length).toBe(1)

  await ada.press('Reset')
  await expect.poll(async () => (await ada.api('holds')).length).toBe(0)
  // The chain starts 35° off the plumb line.
  const pin = await ada.particle(0)
  await expect
    .poll(async () => {
      const [x, y] = await ada.particle(tip)
      return (Math.atan2(x - pin[0], pin[1] - y) * 180) / Math.PI
    })
    .toBeCloseTo(35, 1)
  await ada.page.mouse.up()
})
