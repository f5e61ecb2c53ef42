import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import config from '../playwright.config'
import type { School } from '../support/relay'
import { Server } from '../support/server'
import { expect, test } from '../support/test'

// The page that tries out a network before the lesson.

// A name that only this browser knows, so that the page has an address that is not
// its computer's own.
const NAME = 'rope.example'
const { launchOptions } = config.use!
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions!.args!, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  },
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const row = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

const SOCKET = 'Live connection'
const VERDICT = '.verdict'

async function finished(page: Page): Promise<void> {
  await expect(page.locator(VERDICT)).not.toContainText('Checking', { timeout: 40_000 })
}

test('a network that is fit is told to be, and printed on one page for IT @smoke', async ({ open }) => {
  const port = await freePort()
  const url = `http://${NAME}:${port}`
  const server = new Server(['--port', String(port), '--public-url', url])
  try {
    await server.start()
    const page = await open({ baseURL: url })
    await page.goto('/check')
    await finished(page)
    await expect(row(page, SOCKET)).toContainText('Good')
    await expect(row(page, 'Round trip')).toContainText(/Median \d+\sms, worst \d+\sms of 15/)
    await expect(row(page, 'Throughput')).toContainText(/brings [\d.,]+\sMB\/s \([\d.,]+\sMbit\/s\)/)
    // 33 × 17 particles of 2 bytes and 200 bytes around them, for 30 viewers, 30 times a second.
    await expect(row(page, 'Throughput')).toContainText('= 1.2\u202fMB/s')
    await expect(row(page, 'Address')).toContainText(`Everybody can use the address of this page: ${url}`)
    await expect(row(page, 'Drawing')).toContainText(/Good|Remark/)
    await expect(page.locator(VERDICT)).toContainText(/Ready for the lesson|It will work/)

    const phone = row(page, 'reach each other')
    await expect(phone).toContainText('For you to do')
    await expect(phone.getByRole('link', { name: `${url}/check` })).toBeVisible()
    await expect(phone.getByRole('img', { name: /QR code/ })).toBeVisible()
    await phone.getByLabel('No', { exact: true }).check()
    await expect(phone).toContainText('client isolation')
    await expect(phone).toContainText(`reach ${NAME} on port ${port}`)
    await expect(page.locator(VERDICT)).toContainText('ask IT')

    await page.emulateMedia({ media: 'print' })
    const sheet = page.getByRole('article')
    await expect(page.getByRole('main')).toBeHidden()
    await expect(sheet).toContainText(`ws://${NAME}:${port}/ws`)
    const facts = sheet.getByRole('definition')
    await expect(facts.nth(0)).toHaveText(NAME)
    await expect(facts.nth(1)).toHaveText(String(port))
    await expect(facts.nth(2)).toHaveText('no')
    await expect(facts.nth(3)).toHaveText('/ws')
    await expect(sheet.getByRole('row')).toHaveCount(6)
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  } finally {
    await server.dispose()
  }
})

test('a server that only its own computer can use is no server for a class', async ({ open }) => {
  const page = await open()
  await page.goto('/check')
  await finished(page)
  await expect(row(page, 'Address')).toContainText('only its own computer')
  await expect(row(page, 'reach each other')).toContainText('no address that a phone could use')
  await expect(page.locator(VERDICT)).toHaveAttribute('data-level', 'bad')
})

for (const school of ['redirects', 'forbids', 'strips'] as const satisfies readonly School[]) {
  test(`a proxy that ${school} WebSocket is found, with what to ask IT`, async ({ relay, open }) => {
    relay.filter(school)
    const { port } = new URL(relay.url)
    const page = await open({ baseURL: `http://${NAME}:${port}` })
    await page.goto('/check')
    await finished(page)
    await expect(row(page, SOCKET)).toContainText('Problem')
    await expect(row(page, SOCKET)).toContainText('a WebSocket does not open')
    const ask = page.getByRole('region', { name: 'What to ask IT' })
    await expect(ask.getByRole('definition')).toHaveText([NAME, port, `ws://${NAME}:${port}/ws`])
    await expect(row(page, 'Round trip')).toContainText('Not measured')
    await expect(row(page, 'Throughput')).toContainText('MB/s')
    await expect(page.locator(VERDICT)).toContainText('ask IT before the lesson')

    await relay.calm()
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(row(page, SOCKET)).toContainText('Good')
    await expect(ask).toBeHidden()
  })
}

test('a line that is too slow for a class is told by its figures', async ({ relay, open }) => {
  const page = await open({ baseURL: `http://${NAME}:${new URL(relay.url).port}` })
  await page.goto('/check')
  await finished(page)
  relay.slow(200, 64_000)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.locator(VERDICT)).toContainText('Checking')
  await finished(page)
  await expect(row(page, 'Round trip')).toContainText('Problem')
  await expect(row(page, 'Throughput')).toContainText('Problem')
  await expect(row(page, 'Throughput')).toContainText(/carries only \d viewers of a rope/)
})

test('who measures too often is told to wait', async ({ open }) => {
  const server = new Server()
  let flood: ReturnType<typeof setInterval> | undefined
  try {
    await server.start()
    const measure = () => void fetch(`${server.url}/api/check?bytes=1`).catch(() => {})
    for (let i = 0; i < 45; i++) measure()
    flood = setInterval(measure, 100) // one a second comes back
    const page = await open({ baseURL: server.url })
    await page.goto('/check')
    await finished(page)
    await expect(row(page, 'Throughput')).toContainText('too often from this address')
  } finally {
    clearInterval(flood)
    await server.dispose()
  }
})
