import type { Page } from '@playwright/test'

// Commands written byte by byte and sent on the page's own connection, past all
// that the page itself would refuse.

declare global {
  interface Window {
    lastSocket?: WebSocket
  }
}

/** Before the page is opened: remember its connection. */
export async function tapSocket(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        window.lastSocket = this
      }
    }
  })
}

type Plain = string | boolean | number | readonly number[]

export async function sendByHand(page: Page, message: Record<string, Plain>): Promise<void> {
  const bytes = Object.entries(message).flatMap(([key, value]) => [...packed(key), ...packed(value)])
  await page.evaluate(
    (sent) => window.lastSocket!.send(Uint8Array.from(sent)),
    [0x80 | Object.keys(message).length, ...bytes],
  )
}

/** As much of msgpack as commands need: short texts and lists, flags, numbers. */
function packed(value: Plain): number[] {
  if (typeof value === 'string') return [0xa0 | value.length, ...Buffer.from(value)]
  if (typeof value === 'boolean') return [value ? 0xc3 : 0xc2]
  if (typeof value === 'object') return [0x90 | value.length, ...value.flatMap(packed)]
  const bytes = Buffer.alloc(9)
  if (Number.isInteger(value) && value >= 0) {
    bytes.writeUInt32BE(value, 1)
    bytes[0] = 0xce
    return [...bytes.subarray(0, 5)]
  }
  bytes.writeDoubleBE(value, 1)
  bytes[0] = 0xcb
  return [...bytes]
}
