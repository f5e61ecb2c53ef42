import type { Page } from '@playwright/test'

// To be hidden as a tab is when another one has lain over it for minutes: the page is
// told, makes no pictures, and its timers stand still. Browsers without a screen show
// every tab.

declare global {
  interface Window {
    setHidden?: (hidden: boolean) => void
  }
}

/** Before the page is opened. */
export async function makeHideable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const request = window.requestAnimationFrame.bind(window)
    let hidden = false
    let waiting: FrameRequestCallback[] = []
    Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') })
    window.requestAnimationFrame = (callback) =>
      request((now) => (hidden ? void waiting.push(callback) : callback(now)))
    const repeat = window.setInterval.bind(window)
    window.setInterval = ((work: () => void, ms: number) =>
      repeat(() => hidden || work(), ms)) as typeof window.setInterval
    window.setHidden = (now) => {
      hidden = now
      document.dispatchEvent(new Event('visibilitychange'))
      if (!hidden) waiting.forEach((callback) => request(callback))
      waiting = []
    }
  })
}

export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((now) => window.setHidden!(now), hidden)
}
