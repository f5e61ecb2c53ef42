import { all, Desk } from '../support/desk'
import type { Relay } from '../support/relay'
import { RoomPage } from '../support/room_page'
import type { NewRoom } from '../support/server'
import { expect, test } from '../support/test'

// The teacher's line drops while students hold the rope: the room's rule for an
// absent host decides what they may do, and the host's key resumes control.

const BEADS = [8, 16, 24]

type Enter = (room: NewRoom | string, options?: object) => Promise<RoomPage>

async function classOf(room: NewRoom, enter: Enter, relay: Relay) {
  const desk = new Desk(await enter(room, { baseURL: relay.url }))
  // Holding is easier to see in a world that stands still.
  await desk.host.button('Pause').click()
  const students: RoomPage[] = []
  for (const bead of BEADS) {
    const student = await enter(room.code)
    await student.take(bead)
    students.push(student)
  }
  return { desk, students }
}

const lose = (relay: Relay) => {
  relay.refuse()
  relay.drop('reset')
}

const held = async (page: RoomPage) => (await page.api('holds')).map(({ particle }) => particle)

const hosts = async (page: RoomPage) => (await page.api('members')).filter(({ host }) => host)

test('while the host is away the class waits, if the room says so @smoke', async ({
  server,
  relay,
  enter,
}) => {
  const room = await server.createRoom('rope')
  const { desk, students } = await classOf(room, enter, relay)
  await desk.choose('Wait')
  await expect.poll(async () => (await students[0]!.api('rules')).away).toBe('freeze')

  lose(relay)
  await all(students, (page) => page.api('hostAway'), true)
  await all(students, held, [])
  await all(students, (page) => page.api('rights'), [])
  await all(students, hosts, [])

  await relay.calm()
  await desk.host.connected()
  await all(students, (page) => page.api('hostAway'), false)
  await expect.poll(() => students[0]!.api('rights')).toContain('grab')
  await students[0]!.page.mouse.up()
  await students[0]!.take(BEADS[0]!)
  await desk.freeze()
  await all(students, held, [])
})

test('while the host is away the class carries on, if the room says so, and nobody leads it', async ({
  server,
  relay,
  enter,
}) => {
  const room = await server.createRoom('rope')
  const { desk, students } = await classOf(room, enter, relay)
  await desk.choose('Carry on')
  lose(relay)
  await all(students, (page) => page.api('hostAway'), true)
  await all(students, held, BEADS)
  await all(students, hosts, [])
  for (const student of students) expect(await student.api('rights')).not.toContain('scene')

  // The key alone is enough, in whatever browser.
  const back = new Desk(await enter(room))
  await all(students, (page) => page.api('hostAway'), false)
  await back.class()
  await back.host.button('Open all hands').click()
  await all(students, held, [])
})
