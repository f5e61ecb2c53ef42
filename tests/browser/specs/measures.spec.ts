import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

/** How often a page has sent `measure`, and been told `measures`. */
function count(page: Page): { asked: number; told: number } {
  const counts = { asked: 0, told: 0 }
  // Somewhere in the map stands the key type, then a string of that length.
  const is = (frame: string | Buffer, type: string) =>
    Buffer.from(frame).includes(
      Buffer.from([0xa4, ...Buffer.from('type'), 0xa0 + type.length, ...Buffer.from(type)]),
    )
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => is(payload, 'measure') && counts.asked++)
    socket.on('framereceived', ({ payload }) => is(payload, 'measures') && counts.told++)
  })
  return counts
}

/** What a press of a plot's button saves, line by line. */
async function csv(room: RoomPage, plot: string): Promise<string[][]> {
  const saving = room.page.waitForEvent('download')
  await room.button(`Download CSV: ${plot}`).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^ropewalk-\w+-\w+\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  return text.trimEnd().split('\r\n').map((line) => line.split(','))
}

test('nothing is measured until a readout needs it, nor after @smoke', async ({ server, open }) => {
  const { code } = await server.createRoom('rope')
  const page = await open()
  const counts = count(page)
  await page.goto(`/r/${code}`)
  const ada = new RoomPage(page)
  await ada.ready()
  await expect(ada.readout('stretch_max')).toContainText('%')
  expect(counts).toEqual({ asked: 0, told: 0 })

  await ada.check('Largest pull on a pin').check()
  await expect(ada.readout('tension')).toContainText('N')
  await expect.poll(() => counts.told).toBeGreaterThan(3)
  expect(counts.asked).toBe(1)

  await ada.check('Largest pull on a pin').uncheck()
  await expect.poll(() => counts.asked).toBe(2)
  await page.waitForTimeout(500)
  const { told } = counts
  await page.waitForTimeout(1000)
  expect(counts.told).toBe(told)
})

test('every readout shows a figure with its unit, or that it does not apply', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('rope', { parameters: { damping: 3 } }))
  const section = ada.section('Readouts')
  await section.locator('summary').click()
  const boxes = section.getByRole('checkbox')
  const count = await boxes.count()
  expect(count).toBeGreaterThan(25)
  for (let i = 0; i < count; i++) await boxes.nth(i).check()
  await expect(section.locator('output')).toHaveCount(count)
  const units = { energy_total: 'J', tension: 'N', catenary_a: 'm', damping_time: 's', step_us: 'µs', momentum_x: 'kg m/s' }
  for (const [name, unit] of Object.entries(units)) {
    await expect(ada.readout(name)).toHaveText(new RegExp(`\\d.* ?(m|k)?${unit}$`))
  }
  await expect(ada.readout('springs_us')).toHaveText(/–|µs$/)
  await expect(ada.readout('parabola_sag')).toHaveText('–')
})

test('the pins of a rope at rest carry its weight', async ({ server, enter }) => {
  const parameters = { damping: 8, iterations: 100 }
  const ada = await enter(await server.createRoom('rope', { parameters }))
  await ada.check('Largest pull on a pin').check()
  const weight = (await ada.particles()).length * (await ada.api('parameters')).bead_mass! * 9.81
  // Two pins pull upwards with half of the weight each, and besides to their sides.
  await expect
    .poll(async () => (await ada.api('measures'))?.tension ?? 0)
    .toBeGreaterThan(0.45 * weight)
})

test('the choice of readouts is remembered by the tab', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  await ada.check('Kinetic energy').check()
  await ada.check('Iterations').uncheck()
  await ada.page.reload()
  await ada.ready()
  await expect(ada.check('Kinetic energy')).toBeChecked()
  await expect(ada.check('Iterations')).not.toBeChecked()
  await expect(ada.readout('energy_kinetic')).toContainText('J')
})

test('what draws plots is loaded with the first of them @smoke', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  const loaded = () =>
    ada.page.evaluate(() => performance.getEntriesByType('resource').filter((r) => /plot-.*js/.test(r.name)).length)
  expect(await loaded()).toBe(0)
  await ada.check('Energy').check()
  await expect(ada.page.locator('.plot canvas')).toBeVisible()
  expect(await loaded()).toBe(1)
})

test('the energies are saved with their units, and add up', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  await ada.check('Energy').check()
  await expect(ada.page.getByRole('img', { name: /Kinetic energy .*J/ })).toBeVisible()
  await ada.page.waitForTimeout(1500)
  const [header, ...rows] = await csv(ada, 'Energy')
  expect(header).toEqual([
    'Simulated time (s)',
    'Kinetic energy (J)',
    'Potential energy (J)',
    'Total energy (J)',
  ])
  expect(rows.length).toBeGreaterThan(10)
  let before = -1
  for (const [time, kinetic, potential, total] of rows.map((row) => row.map(Number))) {
    expect(time!).toBeGreaterThan(before)
    expect(Math.abs(kinetic! + potential! - total!)).toBeLessThan(1e-6 * Math.abs(total!) + 1e-9)
    before = time!
  }
})

test('the stretch is saved as a plain number', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('rope'))
  await ada.check('Stretch').check()
  await expect(ada.page.getByRole('img', { name: /Mean stretch .*%/ })).toBeVisible()
  const [header, ...rows] = await csv(ada, 'Stretch')
  expect(header).toEqual(['Simulated time (s)', 'Mean stretch', 'Largest stretch'])
  for (const [, mean, largest] of rows.map((row) => row.map(Number))) {
    expect(largest!).toBeGreaterThanOrEqual(mean!)
  }
})

test('a reset begins the plots anew', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('chain'))
  await ada.check('Energy').check()
  await expect(ada.page.getByRole('img', { name: /Kinetic energy/ })).toBeVisible()
  await ada.page.waitForTimeout(2000)
  await ada.button('Reset').click()
  await ada.page.waitForTimeout(700)
  const [, ...rows] = await csv(ada, 'Energy')
  expect(Number(rows[0]![0])).toBeLessThan(0.5)
})

test('the spectrum of a driven string peaks where it is driven, beside its harmonics', async ({
  server,
  enter,
}) => {
  test.setTimeout(150_000) // it looks back over thousands of steps
  const parameters = { frequency: 20, amplitude: 0.004 }
  const ada = await enter(await server.createRoom('string', { parameters }))
  await ada.check('Spectrum').check()
  await expect(ada.button('Download CSV: Spectrum')).toBeEnabled({ timeout: 90_000 })
  const [header, ...rows] = await csv(ada, 'Spectrum')
  expect(header).toEqual(['Frequency (Hz)', 'Amplitude (m)', 'Expected harmonics (Hz)'])
  const bins = rows.map(([frequency, amplitude]) => [Number(frequency), Number(amplitude)] as const)
  const peak = bins.reduce((best, bin) => (bin[1] > best[1] ? bin : best))
  const width = bins[1]![0]
  expect(Math.abs(peak[0] - 20)).toBeLessThanOrEqual(2 * width)
  const expected = rows.map((row) => row[2]).filter((cell) => cell !== '' && cell !== undefined)
  expect(expected.length).toBeGreaterThan(2)
})

test('the bead of the spectrum is the one reached for last, or the one typed', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('rope'))
  await ada.check('Spectrum').check()
  const bead = ada.page.getByRole('spinbutton', { name: 'Bead' })
  await ada.pause()
  await ada.take(20)
  await ada.page.mouse.up()
  await expect(bead).toHaveValue('20')
  await bead.fill('7')
  await bead.press('Enter')
  await expect.poll(() => ada.api('probe')).toBe(7)
})
