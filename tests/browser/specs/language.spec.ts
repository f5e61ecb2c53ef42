import type { Page } from '@playwright/test'
import { de } from '../../../web_client/src/i18n/de'
import { en } from '../../../web_client/src/i18n/en'
import { RoomPage } from '../support/room_page'
import { expect, test } from '../support/test'

// A page speaks one language. Sentences of the English catalogue give away what was
// forgotten; shorter words may be the same in both, or be somebody's name.

const SHORTEST = 4 // words

/** All sentences of a catalogue that are the same whoever and whatever they are about. */
function sentencesOf(part: unknown): string[] {
  if (typeof part === 'string') return part.split(/\s+/).length >= SHORTEST ? [part] : []
  if (typeof part !== 'object' || part === null) return []
  return Object.values(part).flatMap(sentencesOf)
}

interface Offers {
  readonly scenes: readonly { title: string; description: string; parameters: readonly { title: string }[] }[]
}

/** What the page or the server would say in English. */
async function english(url: string): Promise<string[]> {
  const { scenes } = (await (await fetch(`${url}/api/scenes`)).json()) as Offers
  return [...sentencesOf(en), ...sentencesOf(scenes)]
}

/** Every word that can be seen, heard or pointed at, whether in sight just now or not. */
function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const told = [document.title, document.body.textContent ?? '']
    for (const element of Array.from(document.querySelectorAll('*'))) {
      for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
        told.push(element.getAttribute(name) ?? '')
      }
    }
    return told.join('\n')
  })
}

async function expectNoEnglish(page: Page, sentences: readonly string[], where: string): Promise<void> {
  const words = await wordsOf(page)
  expect(sentences.filter((sentence) => words.includes(sentence)), where).toEqual([])
}

test('no English is left in a German lobby, nor in a scene’s dialog @smoke', async ({ server, open }) => {
  const sentences = await english(server.url)
  // The measure itself: an English lobby is full of them.
  const other = await open({ locale: 'en-GB' })
  await other.goto('/')
  await expect(other.locator('[data-scene=cloth] .scene')).toBeVisible()
  const found = await wordsOf(other)
  expect(sentences.filter((sentence) => found.includes(sentence)).length).toBeGreaterThan(10)

  const page = await open({ locale: 'de-DE' })
  await page.goto('/')
  await expect(page.locator('[data-scene=cloth] .scene')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expectNoEnglish(page, sentences, 'lobby')
  await page.getByRole('button', { name: 'Parameter von Tuch', exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('Widerstand gegen Stauchen').first()).toBeAttached()
  await expectNoEnglish(page, sentences, 'dialog')
})

test('no English is left on any side of a German host’s room, nor in a guest’s', async ({
  server,
  enter,
}) => {
  const sentences = await english(server.url)
  const room = await server.createRoom('rope', { title: 'Klasse 8b' })
  const host = await enter(room, { locale: 'de-DE' })
  for (const side of ['Klasse', 'Personen', 'Versuch']) {
    await host.page.getByRole('tab', { name: side }).click()
    await expectNoEnglish(host.page, sentences, side)
  }
  const guest = await enter(room.code, { locale: 'de-DE' })
  await guest.page.getByText('Weitere Messwerte').click()
  for (const lens of ['Kettenlinse', 'Wellenlinse', 'Kraftlinse', 'Löserlinse']) {
    await guest.button(lens).click()
    await expect(guest.lensCard).toContainText(lens)
    await expectNoEnglish(guest.page, sentences, lens)
  }
})

test('the address comes before the browser in a room, too', async ({ open }) => {
  const page = await open({ locale: 'de-DE' })
  await page.goto('/r/ROPE?locale=en')
  await new RoomPage(page).ready()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
})

test('numbers are written as the language writes them', async ({ server, enter }) => {
  const room = await server.createRoom('rope')
  for (const [locale, gravity] of [['de-DE', '9,81'], ['en-GB', '9.81']] as const) {
    const { page } = await enter(room.code, { locale })
    const slider = page.getByRole('slider', { name: /^(Schwerkraft|Gravity)$/ })
    await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^${gravity.replace('.', '\\.')}`))
  }
})

test('a room that the server will not make is refused in the page’s language @smoke', async ({ open }) => {
  const page = await open({ locale: 'de-DE' })
  await page.goto('/?scene=cloth&iterations=200&substeps=32&columns=128&rows=128')
  await page.getByRole('dialog').getByRole('button', { name: 'Raum anlegen' }).click()
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(de.refusals.too_costly!)
})
