import type { School } from '../support/relay'
import { RoomPage } from '../support/room_page'
import { Server } from '../support/server'
import { expect, test } from '../support/test'

// Every way of not getting in has its own words, and a next step.

test('a full room says so, and lets in who tries again when somebody has left', async ({ open }) => {
  const server = new Server(['--viewers-per-room-max', '1'])
  try {
    await server.start()
    const [first, second] = [await open(), await open()]
    await first.goto(`${server.url}/r/CHAIN`)
    await new RoomPage(first).ready()

    await second.goto(`${server.url}/r/CHAIN`)
    await expect(second.getByRole('heading', { name: 'This room is full' })).toBeVisible()
    await expect(second.getByRole('link', { name: 'To the lobby' })).toBeVisible()
    await first.close()
    await second.getByRole('button', { name: 'Try again' }).click()
    await new RoomPage(second).ready()
  } finally {
    await server.dispose()
  }
})

test('a mistyped code says so, and leads to another code @smoke', async ({ open }) => {
  const page = await open()
  await page.goto('/r/CHIAN')
  await expect(page.getByRole('heading', { name: 'No room has this code' })).toBeVisible()
  await expect(page.getByText('There is no room “CHIAN”.')).toBeVisible()
  await page.getByRole('link', { name: 'Another code' }).click()
  await expect(page.getByLabel('Room code')).toBeVisible()
})

const PROXIES: Readonly<Record<School, string>> = {
  redirects: 'redirects WebSocket to a page of its own',
  forbids: 'forbids WebSocket',
  strips: 'strips the wish for WebSocket',
}

for (const [school, does] of Object.entries(PROXIES) as [School, string][]) {
  test(`behind a proxy that ${does}, the page says what to ask IT`, async ({ relay, open }) => {
    relay.filter(school)
    const page = await open({ baseURL: relay.url })
    await page.goto('/r/CHAIN')
    const title = page.getByRole('heading', { name: 'This network blocks WebSocket' })
    await expect(title).toBeVisible()
    const ask = page.getByRole('region', { name: 'What to ask IT' })
    const { host, hostname, port } = new URL(relay.url)
    await expect(ask.getByRole('definition')).toHaveText([hostname, port, `ws://${host}/ws`])
    await expect(ask).toContainText('TLS on port 443')

    // The page tries on, so it is in as soon as IT has done what it was asked.
    await relay.calm()
    await expect(title).toBeHidden()
    await new RoomPage(page).ready()
  })
}
