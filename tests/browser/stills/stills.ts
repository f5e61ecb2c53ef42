import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asJpeg } from '../support/jpeg'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// One still picture of each scene that the server offers, in light and dark:
// web_client/public/scenes/NAME.jpg and NAME-dark.jpg.
//
//   STILLS   names of scenes, separated by spaces, or `pages` (see pages.ts); everything without it

const folder = fileURLToPath(new URL('../../../web_client/public/scenes/', import.meta.url))
const WIDTH = 480
const HEIGHT = 300
const BYTES_MAX = 25_000
/** Drawn larger and made small, so that lines are smooth. */
const SCALE = 1.6
/** Free space about the particles, as a share of the picture. */
const MARGIN = 0.13
/** Nothing is shown larger than this share of the room's page would be. */
const LEAST_SHARE = 0.5

/** How long each scene moves before its picture is taken, s of simulated time. */
const MOVES_S: Readonly<Record<string, number>> = {
  pile: 9,
  collide: 1.2,
  flag: 2,
  bridge: 2,
  contrast: 0.3,
  string: 3,
}
const MOVES_OTHERWISE_S = 0.9

/** Who pulls at what: a share of the particles, and how far, px. */
type Pull = readonly [share: number, dx: number, dy: number]
const PULLS: Readonly<Record<string, Pull>> = {
  tug: [0.72, 10, -45],
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

test('still pictures', async ({ server, open }) => {
  test.setTimeout(1_200_000)
  const { scenes } = (await (await fetch(`${server.url}/api/scenes`)).json()) as {
    scenes: { name: string }[]
  }
  const wanted = (process.env.STILLS ?? '').split(' ').filter(Boolean)
  for (const { name } of scenes) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    for (const colorScheme of ['light', 'dark'] as const) {
      const room = await server.createRoom(name)
      const page = await open({
        viewport: { width: SCALE * WIDTH, height: SCALE * HEIGHT },
        deviceScaleFactor: 2,
        colorScheme,
        // To take away the controls.
        bypassCSP: true,
      })
      await page.goto(`/r/${room.code}#host=${room.hostKey}`)
      await page.addStyleTag({ content: BARE })
      const entered = new RoomPage(page)
      await entered.ready()
      await settleAt(entered, MOVES_S[name] ?? MOVES_OTHERWISE_S, PULLS[name])
      const png = await page.screenshot({ clip: await around(entered) })
      const file = `${folder}${name}${colorScheme === 'dark' ? '-dark' : ''}.jpg`
      writeFileSync(file, await asJpeg(page, png, { width: WIDTH, height: HEIGHT, bytesMax: BYTES_MAX }))
      await page.context().close()
    }
  }
})

/** Nothing but the drawing. */
const BARE = `
  .room { display: block !important; }
  .room > header, .panel { display: none !important; }
  .time, .reset, .notices, .toasts, .hands { opacity: 0 !important; }
  .play { height: 100dvh; }
`

/** Take a particle and pull it some way; the hand stays closed. */
async function hold(room: RoomPage, share: number, dx: number, dy: number): Promise<void> {
  await room.settle()
  const { x, y } = await room.take(Math.round(share * (await room.lastParticle())))
  await room.page.mouse.move(x + dx, y + dy, { steps: 5 })
}

/** Pause the room that many seconds of its time after its start. */
async function settleAt(room: RoomPage, seconds: number, pull?: Pull): Promise<void> {
  await room.press('Pause')
  await expect.poll(() => room.api('paused')).toBe(true)
  await room.press('Reset')
  const from = await room.api('step')
  if (pull) await hold(room, ...pull)
  await room.press('Play')
  const { rate } = await room.api('parameters')
  const steps = seconds * (rate ?? 60)
  await expect
    .poll(() => room.api('step'), { timeout: 60_000, intervals: [50] })
    .toBeGreaterThan(from + steps)
  await room.press('Pause')
  await expect.poll(() => room.api('paused')).toBe(true)
  await room.settle()
}

/** The part of the page to show: all particles with some space, in the picture's shape. */
async function around(room: RoomPage): Promise<Box> {
  const whole = room.page.viewportSize()!
  const points = await room.page.evaluate(() => {
    const { positions, project } = window.ropewalk!
    return Array.from({ length: positions!.length / 3 }, (_, particle) => project(particle)!)
  })
  const seen = points.filter(({ x, y }) => x >= 0 && y >= 0 && x <= whole.width && y <= whole.height)
  const [left, right] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...seen.map(({ y }) => y)), Math.max(...seen.map(({ y }) => y))]
  const needed = Math.max(right - left, ((bottom - top) * WIDTH) / HEIGHT) / (1 - 2 * MARGIN)
  const width = Math.min(Math.max(needed, LEAST_SHARE * whole.width), whole.width)
  const height = (width * HEIGHT) / WIDTH
  const within = (at: number, size: number, most: number) =>
    Math.min(Math.max(at - size / 2, 0), most - size)
  return {
    x: within((left + right) / 2, width, whole.width),
    y: within((top + bottom) / 2, height, whole.height),
    width,
    height,
  }
}
