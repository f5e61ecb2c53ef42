import type { Page } from '@playwright/test'
import type { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

const LENSES = ['Catenary lens', 'Wave lens', 'Force lens', 'Solver lens']
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Counts clicks from now on. */
async function counting(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counts = window as unknown as { clicks: number }
    counts.clicks = 0
    addEventListener('click', () => counts.clicks++, true)
  })
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)
}

for (const lens of LENSES) {
  test(`the ${lens} opens within two clicks, on a desktop and on a phone`, async ({ server, enter }) => {
    const { code } = await server.createRoom('rope')
    const ada = await enter(code)
    const clicks = await counting(ada.page)
    await ada.button(lens).click()
    await expect(ada.page.getByRole('region', { name: lens })).toBeVisible()
    expect(await clicks()).toBe(1)

    const grace = await enter(code, PHONE)
    const taps = await counting(grace.page)
    await grace.button('Show controls').click()
    await grace.button(lens).click()
    await expect(grace.page.getByRole('region', { name: lens })).toBeVisible()
    expect(await taps()).toBe(2)
  })
}

test('every lens has something to say about every scene', async ({ server, enter }) => {
  test.setTimeout(240_000)
  const answer = await fetch(`${server.url}/api/scenes`)
  const { scenes } = (await answer.json()) as { scenes: { name: string }[] }
  for (const { name } of scenes) {
    const ada = await enter(await server.createRoom(name))
    for (const lens of LENSES) {
      await ada.openLens(lens)
      const card = ada.page.getByRole('region', { name: lens })
      // More than its name: figures, an offer, or why it does not apply.
      await expect(card, `${lens} on ${name}`).not.toContainText('Waiting for figures')
      expect((await card.innerText()).length, `${lens} on ${name}`).toBeGreaterThan(lens.length + 30)
    }
    await ada.page.context().close()
  }
})

test('a lens is opened and closed by keyboard @smoke', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('rope'))
  await ada.button('Catenary lens').focus()
  await ada.page.keyboard.press('Enter')
  await expect(ada.lensCard).toBeVisible()
  await ada.button('Close the Catenary lens').focus()
  await ada.page.keyboard.press('Escape')
  await expect(ada.lensCard).toBeHidden()
  await expect(ada.page.locator('.lens-overlay path')).toHaveCount(0)
})

test('the catenary lies over a rope at rest @smoke', async ({ server, enter }) => {
  const parameters = { damping: 8, iterations: 200 }
  const ada = await enter(await server.createRoom('rope', { parameters }))
  await ada.openLens('Catenary lens')
  await expect(ada.page.locator('.lens-overlay .continuous')).toBeVisible()
  await expect(ada.page.locator('.lens-overlay .discrete')).toBeVisible()
  await expect(ada.lensCard).toContainText(/Largest distance[\d.]+\s?mm/)
  await expect
    .poll(async () => (await ada.api('measures'))?.catenary_discrete_error ?? 1, { timeout: 30_000 })
    .toBeLessThan(0.02)
})

test('the catenary lens says so where nothing hangs', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  await ada.openLens('Catenary lens')
  await expect(ada.lensCard).toContainText('needs a rope that hangs between two pins')
})

test('the third harmonic of a string has four nodes and three antinodes', async ({ server, enter }) => {
  test.setTimeout(150_000) // a spectrum looks back over thousands of steps
  const ada = await enter(await server.createRoom('string', { parameters: { damping: 0.5 } }))
  await ada.openLens('Wave lens')
  const third = ada.page.getByRole('button', { name: /^Drive at harmonic 3/ })
  await expect(third).toBeEnabled({ timeout: 90_000 })
  await third.click()
  await expect(third).toHaveAttribute('aria-pressed', 'true')
  await expect(ada.lensCard).toContainText('Nodes: 4 · Antinodes: 3', { timeout: 40_000 })
  await expect(ada.page.locator('.lens-overlay .node')).toBeVisible()
  await expect(ada.page.locator('.lens-overlay .antinode')).toBeVisible()
})

test('who may not set parameters sees the wave, but cannot drive it', async ({ server, enter }) => {
  const { code } = await server.createRoom('string')
  const guest = await enter(code)
  await guest.openLens('Wave lens')
  const frequency = guest.lensCard.getByRole('slider', { name: /frequency/i })
  await expect(frequency).toBeDisabled()
  await expect(guest.lensCard).toContainText('Only the host may do this here.')
})

test('the force lens offers its scene, or says whom to ask', async ({ server, enter }) => {
  const room = await server.createRoom('rope')
  const [ada, guest] = [await enter(room), await enter(room.code)]
  await guest.openLens('Force lens')
  await expect(guest.lensCard).toContainText('Ask the host for the scene')
  await ada.openLens('Force lens')
  await ada.lensCard.getByRole('button', { name: /^Open the scene/ }).click()
  await expect.poll(() => ada.api('scene')).toBe('contrast')
  for (const page of [ada, guest]) {
    await expect(page.page.locator('.lens-overlay .label')).toHaveText([
      'Position-based',
      'Explicit springs',
    ])
    await expect(page.lensCard).toContainText(/Time for a step[\d.]+\s?µs[\d.]+\s?µs/)
  }
})

test('stiff springs blow up beside the rope of constraints, which goes on', async ({ server, enter }) => {
  const parameters = { spring: 1e6 }
  const ada = await enter(await server.createRoom('contrast', { parameters }))
  await ada.openLens('Force lens')
  await expect(ada.lensCard).toContainText('The springs have blown up', { timeout: 30_000 })
  const before = await ada.particle(2)
  await ada.button('Gust').click()
  await expect
    .poll(async () => Math.abs((await ada.particle(2))[0] - before[0]), { intervals: [100] })
    .toBeGreaterThan(1e-4)
})

/** Open the lens in a paused room and wait for the inside of the step. */
async function openSolverLens(room: RoomPage): Promise<void> {
  await room.openLens('Solver lens')
  await room.lensCard.getByRole('button', { name: 'Pause the room' }).click()
  await expect(room.lensCard.getByRole('heading', { name: 'Before the step' })).toBeVisible()
}

test('the solver lens leads through a step from prediction to velocities', async ({ server, enter }) => {
  const parameters = { iterations: 3, links: 6 }
  const ada = await enter(await server.createRoom('chain', { parameters }))
  await openSolverLens(ada)
  const titles: string[] = []
  const heading = ada.lensCard.getByRole('heading', { level: 3 })
  const next = ada.lensCard.getByRole('button', { name: 'Next' })
  for (;;) {
    titles.push(await heading.innerText())
    if (titles.at(-1)!.includes('sweep')) {
      await expect(ada.page.locator('.lens-overlay .arrow.correction')).toHaveAttribute('d', /M.*L/)
    }
    if (await next.isDisabled()) break
    await next.click()
  }
  expect(titles).toEqual([
    'Before the step',
    'Predict',
    'Correct: sweep 1 of 3',
    'Correct: sweep 2 of 3',
    'Correct: sweep 3 of 3',
    'Keep the result',
    'Read the velocities back',
  ])

  const step = await ada.api('step')
  await ada.lensCard.getByRole('button', { name: 'Do this step' }).click()
  await expect.poll(() => ada.api('step')).toBe(step + 1)
  await expect(heading).toHaveText('Before the step')
})

test('single corrections are shown with their gradient, by keyboard too', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain', { parameters: { links: 6 } }))
  await openSolverLens(ada)
  await ada.lensCard.getByRole('checkbox', { name: 'One correction at a time' }).check()
  const place = ada.lensCard.getByRole('slider', { name: 'Place in the step' })
  for (let i = 0; i < 3; i++) await place.press('ArrowRight')
  await expect(ada.lensCard).toContainText(/Link of beads \d+, \d+: .*too (long|short)/)
  await expect(ada.page.locator('.lens-overlay .gradient')).toHaveAttribute('d', /M/)
})

test('a step plays by itself to its end', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain', { parameters: { iterations: 2 } }))
  await openSolverLens(ada)
  await ada.lensCard.getByRole('button', { name: 'Play slowly' }).click()
  await expect(ada.lensCard.getByRole('heading', { level: 3 })).toHaveText('Read the velocities back')
  await expect(ada.lensCard.getByRole('button', { name: 'Play slowly' })).toBeVisible()
})

test('who may not pause is told so by the solver lens @smoke', async ({ server, enter }) => {
  const { code } = await server.createRoom('chain')
  const guest = await enter(code)
  await guest.openLens('Solver lens')
  await expect(guest.lensCard).toContainText('Ask the host to pause.')
  await expect(guest.lensCard.getByRole('button', { name: 'Pause the room' })).toHaveCount(0)
})
