import { expect, type Locator, type Page } from '@playwright/test'
import type { RoomPage } from './room_page'

/** A host's desk, as the host uses it. */
export class Desk {
  readonly page: Page

  constructor(readonly host: RoomPage) {
    this.page = host.page
  }

  async class(): Promise<void> {
    await this.host.side('Class')
  }

  async freeze(): Promise<void> {
    await this.class()
    await this.host.button('Freeze hands').click()
  }

  /** Say who has a right: its name and who, in the desk's words. */
  async allow(right: string, to: 'everyone' | 'named' | 'hosts'): Promise<void> {
    await this.class()
    await this.right(right).selectOption(to)
  }

  right(name: string): Locator {
    return this.page.getByLabel(name, { exact: true })
  }

  /** Choose one of a row of choices. */
  async choose(name: string): Promise<void> {
    await this.class()
    await this.page.getByRole('radio', { name, exact: true }).click({ force: true })
  }

  /** Open what can be done about a person. */
  async person(name: string): Promise<Locator> {
    await this.host.side('People')
    const opener = this.page.getByRole('button', { name: `What to do about ${name}` })
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
    return this.page.locator('.roster li', { has: opener })
  }
}

/** Every one of these pages comes to know the same. */
export async function all<Value>(
  pages: readonly RoomPage[],
  ask: (page: RoomPage) => Promise<Value>,
  answer: Value,
): Promise<void> {
  for (const page of pages) await expect.poll(() => ask(page)).toEqual(answer)
}
