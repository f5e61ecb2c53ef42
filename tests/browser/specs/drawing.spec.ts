import type { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// What is drawn when a machine is slow, or when the browser takes the picture away.

const canvas = ({ page }: RoomPage) => page.locator('.play canvas')
const lost = ({ page }: RoomPage) => page.getByText('The browser has taken the picture away.')

/** Call a method of the extension that takes WebGL contexts away and gives them back. */
async function context(room: RoomPage, act: 'loseContext' | 'restoreContext'): Promise<void> {
  await canvas(room).evaluate((element: HTMLCanvasElement, method) => {
    const page = window as { taken?: WEBGL_lose_context | null }
    page.taken ??= element.getContext('webgl2')!.getExtension('WEBGL_lose_context')
    page.taken![method]()
  }, act)
}

/** The pixels of the canvas that are darker than its corner by far: the chain is there. */
async function darkPixels(room: RoomPage): Promise<number> {
  const picture = await canvas(room).screenshot()
  return room.page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const copy = document.createElement('canvas')
    copy.width = image.width
    copy.height = image.height
    const paper = copy.getContext('2d')!
    paper.drawImage(image, 0, 0)
    const { data } = paper.getImageData(0, 0, image.width, Math.round(0.6 * image.height))
    let dark = 0
    for (let i = 0; i < data.length; i += 4) if (data[i]! < 0.7 * data[0]!) dark++
    return dark
  }, picture.toString('base64'))
}

test('a lost drawing context is told, comes back, and shows the scene again @smoke', async ({
  server,
  enter,
}) => {
  const ada = await enter(await server.createRoom('chain'))
  await ada.pause()
  const before = await darkPixels(ada)
  expect(before).toBeGreaterThan(500)

  await context(ada, 'loseContext')
  await expect(lost(ada)).toBeVisible()
  await context(ada, 'restoreContext')
  await expect(lost(ada)).toHaveCount(0)
  await expect.poll(() => darkPixels(ada)).toBeGreaterThan(0.9 * before)
  await ada.play()
  const step = await ada.api('step')
  await expect.poll(() => ada.api('step')).toBeGreaterThan(step)
})

test('a context that never comes back is replaced, and hands go on meanwhile', async ({
  server,
  enter,
}) => {
  const ada = await enter(await server.createRoom('chain'))
  await ada.pause()
  const before = await darkPixels(ada)
  const old = await canvas(ada).elementHandle()
  await context(ada, 'loseContext')
  await expect(lost(ada)).toBeVisible()
  await ada.take(await ada.lastParticle())
  await expect(lost(ada)).toHaveCount(0, { timeout: 10_000 })
  expect(await old!.evaluate((element) => element.isConnected)).toBe(false)
  await expect.poll(() => darkPixels(ada)).toBeGreaterThan(0.9 * before)
  expect(await ada.api('holds')).toHaveLength(1)
  await ada.page.mouse.up()
})

test('a slow machine draws less by itself, says so, and shows the same scene', async ({
  server,
  enter,
}) => {
  const ada = await enter(await server.createRoom('chain'))
  const devtools = await ada.page.context().newCDPSession(ada.page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 40 })
  const quality = () => ada.page.evaluate(() => window.ropewalk!.frames.quality)
  await expect.poll(quality, { timeout: 45_000 }).not.toBe('full')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(ada.section('Readouts')).toContainText(/Drawn light(est)?, so that this machine can follow: [\d.]+.ms/)
  await ada.pause()
  expect(await darkPixels(ada)).toBeGreaterThan(500)

  // Whoever wants everything gets it.
  await ada.page.getByText('More readouts').click()
  await ada.page.getByRole('combobox', { name: 'Drawing' }).selectOption('full')
  await expect.poll(quality).toBe('full')
  await expect(ada.section('Readouts')).not.toContainText('so that this machine can follow')
  await expect.poll(() => darkPixels(ada)).toBeGreaterThan(500)
})

test('the readouts tell what a picture costs', async ({ server, enter }) => {
  const ada = await enter(await server.createRoom('cloth'))
  await ada.page.getByText('More readouts').click()
  await ada.check('Work per picture').check()
  await expect(ada.readout('frame_main')).toHaveText(/^\d[\d.]*.ms of \d[\d.]*.ms$/)
  const { main, drawing, pictures } = await ada.page.evaluate(() => window.ropewalk!.frames)
  expect(pictures).toBeGreaterThan(1)
  expect(main.mean).toBeGreaterThan(0)
  expect(drawing.mean).toBeGreaterThan(0)
})
