import type { Page } from '@playwright/test'

// To be hidden as a tab is when another one lies over it: the page is told, and makes
// no pictures. Browsers without a screen show every tab.

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
