import type { NewRoom, Server } from '../support/server'
import type { Relay } from '../support/relay'
import type { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'
import { Witness } from '../support/witness'

// Ada's network is in trouble, Grace's is not. Whatever happened, Ada's page
// comes back by itself to what Grace sees, in one leap: old motion is not shown
// fast.

const FULL = process.env.ROPEWALK_FULL === '1'
const SILENT_MS = 10_000
const FROZEN_MS = FULL ? 60_000 : 10_000
const STEPS_PER_S = 60

test.describe.configure({ timeout: 120_000 + FROZEN_MS })

const SMALL = { viewport: { width: 800, height: 520 } }
const TINY = { viewport: { width: 400, height: 300 } }

interface Pair {
  readonly ada: RoomPage
  readonly grace: RoomPage
  readonly witness: Witness
  readonly unharmed: Witness
}

async function meet(
  scene: string,
  server: Server,
  relay: Relay,
  enter: (room: NewRoom, options: object) => Promise<RoomPage>,
): Promise<Pair> {
  const room = await server.createRoom(scene)
  const ada = await enter(room, { ...SMALL, baseURL: relay.url })
  const grace = await enter(room, TINY)
  const [witness, unharmed] = [await Witness.of(ada), await Witness.of(grace)]
  await witness.follows(unharmed, 0)
  return { ada, grace, witness, unharmed }
}

/** Ada is back in her seat, and sees what Grace sees. */
async function expectTogether({ ada, grace, witness, unharmed }: Pair, seat: number): Promise<void> {
  await ada.connected(30_000)
  await witness.follows(unharmed, await grace.api('step'))
  expect(await ada.api('seat')).toBe(seat)
  await expect.poll(async () => (await grace.api('members')).length).toBe(2)
}

test('a slow line delays the picture, and no longer than it is slow', async ({ server, relay, enter }) => {
  const pair = await meet('cloth', server, relay, enter)
  const { ada, grace, witness } = pair
  const seat = await ada.api('seat')
  await grace.button('Show controls').click()
  await witness.mark()

  relay.slow(200, 64_000)
  await expect(ada.pill).toContainText('Slow', { timeout: 20_000 })
  await grace.button('Gust').click()
  const step = await ada.api('step')
  await expect.poll(() => ada.api('step')).toBeGreaterThan(step + 2 * STEPS_PER_S)

  await relay.calm()
  await expectTogether(pair, seat)
  // It has never been away.
  expect(witness.snapshots).toBe(0)
})

for (const how of ['reset', 'end'] as const) {
  test(`a connection that is cut (${how}) is opened again @smoke`, async ({ server, relay, enter }) => {
    const pair = await meet('chain', server, relay, enter)
    const seat = await pair.ada.api('seat')
    await pair.witness.mark()
    relay.drop(how)
    await expectTogether(pair, seat)
    expect(pair.witness.snapshots).toBe(1)
  })
}

test('silence is noticed, and ends in one leap to the present', async ({
  server,
  relay,
  enter,
}) => {
  const pair = await meet('chain', server, relay, enter)
  const { ada, grace, witness } = pair
  const seat = await ada.api('seat')
  const tip = await ada.at(await ada.lastParticle())
  const before = await witness.mark()
  relay.silence()
  const lifted = new Promise((resolve) => setTimeout(resolve, SILENT_MS))

  await expect(ada.pill).toContainText('Reconnecting', { timeout: 8000 })
  const canvas = ada.page.locator('canvas')
  await expect.poll(() => canvas.evaluate((it) => Number(getComputedStyle(it).opacity))).toBeLessThan(0.6)
  await expect(ada.button('Pause')).toBeDisabled()
  await ada.page.mouse.move(tip.x, tip.y)
  await ada.page.mouse.down()
  await expect(ada.page.locator('.hands .hand')).toHaveCount(0)
  await ada.page.mouse.up()

  await lifted
  await relay.calm()
  await expectTogether(pair, seat)
  expect(witness.snapshots).toBe(1)
  const missed = (await grace.api('step')) - before
  expect(await witness.leap()).toBeGreaterThan(missed / 2)
  expect(await grace.api('holds')).toEqual([])
  await expect(ada.button('Pause')).toBeEnabled()
})

test('a server that cannot be reached for a while is found again', async ({
  server,
  relay,
  enter,
}) => {
  const pair = await meet('chain', server, relay, enter)
  const seat = await pair.ada.api('seat')
  await pair.witness.mark()
  relay.refuse()
  relay.drop('end')
  await expect(pair.ada.pill).toContainText(/Reconnecting … [4-9]/, { timeout: 20_000 })
  await relay.calm()
  await expectTogether(pair, seat)
  expect(pair.witness.snapshots).toBe(1)
})

test('who comes back before the server has missed them finds one seat, and an open hand', async ({
  server,
  relay,
  enter,
}) => {
  const pair = await meet('chain', server, relay, enter)
  const { ada, grace, witness } = pair
  const seat = await ada.api('seat')
  await ada.pause()
  await ada.take(await ada.lastParticle())
  await ada.press('Play')
  await witness.mark()

  // The Wi-Fi is lost without a word to the server, and back at once.
  relay.strand()
  await expect.poll(() => witness.snapshots).toBe(1)
  await expectTogether(pair, seat)
  expect(await grace.api('holds')).toEqual([])
  expect(await ada.api('holds')).toEqual([])
  await ada.page.mouse.up()
})

test('a page that was frozen catches up in one leap', async ({ server, relay, enter }) => {
  const pair = await meet('chain', server, relay, enter)
  const { ada, grace, witness } = pair
  const seat = await ada.api('seat')
  const devtools = await ada.page.context().newCDPSession(ada.page)
  const before = await witness.mark()

  // Chromium freezes hidden pages only, and here every page counts as visible; the
  // debugger halts a page in the same way, while its socket fills.
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  await expect
    .poll(() => grace.api('step'), { timeout: 3 * FROZEN_MS })
    .toBeGreaterThan(before + (FROZEN_MS / 1000) * STEPS_PER_S)
  await devtools.send('Debugger.resume')

  await expectTogether(pair, seat)
  expect(witness.snapshots).toBe(1)
  const missed = (await grace.api('step')) - before
  expect(await witness.leap()).toBeGreaterThan(missed / 2)
})

test('a page reloaded in mid-grab is the same person, and its old grab is gone', async ({ server, enter }) => {
  const room = await server.createRoom('rope')
  const host = await enter(room)
  const ada = await enter(room.code, { person: 'Ada' })
  const seat = await ada.api('seat')
  const before = (await host.api('members')).find((member) => member.seat === seat)
  await ada.take(20)
  await expect.poll(() => host.api('holds')).toHaveLength(1)
  await ada.page.reload()
  await ada.ready()
  expect(await ada.api('seat')).toBe(seat)
  // One row for one person, as it was, and an open hand although the button is still down.
  const { members, holds } = { members: await host.api('members'), holds: await host.api('holds') }
  expect(members.filter((member) => member.name === 'Ada')).toEqual([before])
  expect(holds).toEqual([])
  await ada.page.mouse.up()
})
