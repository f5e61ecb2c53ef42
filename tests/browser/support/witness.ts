import type { JSHandle } from '@playwright/test'
import { expect } from './test'
import type { RoomPage } from './room_page'

const FRAMES_KEPT = 90

/** What a page has shown, picture by picture; it lives in the page. */
interface Diary {
  /** The steps shown, each once. */
  steps: number[]
  /** Of the latest frames: the step, and a sum that no other positions have. */
  frames: string[]
}

/** Watches what a page is told and what it shows, to find out how it came back. */
export class Witness {
  /** Full descriptions of the room (`welcome`, `state`) since the mark. */
  snapshots = 0

  private constructor(private readonly diary: JSHandle<Diary>) {}

  static async of({ page }: RoomPage): Promise<Witness> {
    const diary = await page.evaluateHandle((kept) => {
      const diary: Diary = { steps: [], frames: [] }
      const note = () => {
        requestAnimationFrame(note)
        const { step, positions } = window.ropewalk!
        if (positions === null || step === diary.steps.at(-1)) return
        diary.steps.push(step)
        const sum = positions.reduce((total, metres, i) => total + metres * (i + 1), 0)
        diary.frames.push(`${step}: ${sum}`)
        if (diary.frames.length > kept) diary.frames.shift()
      }
      note()
      return diary
    }, FRAMES_KEPT)
    const witness = new Witness(diary)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    devtools.on('Network.webSocketFrameReceived', ({ response }) => {
      const head = Buffer.from(response.payloadData.slice(0, 64), 'base64').toString('latin1')
      if (/\xa4type[\xa0-\xbf](welcome|state)/.test(head)) witness.snapshots += 1
    })
    return witness
  }

  /** Forget what was; the last step shown until now. */
  async mark(): Promise<number> {
    this.snapshots = 0
    return this.diary.evaluate((diary) => {
      diary.steps = diary.steps.slice(-1)
      return diary.steps[0]!
    })
  }

  /** The most steps that lay between two pictures in a row since the mark. */
  leap(): Promise<number> {
    return this.diary.evaluate(({ steps }) =>
      Math.max(...steps.slice(1).map((step, i) => step - steps[i]!)),
    )
  }

  /** Both pages have lately shown the very same positions of several steps after `step`. */
  async follows(other: Witness, step: number): Promise<void> {
    await expect
      .poll(
        async () => {
          const [here, there] = [await this.frames(), await other.frames()]
          return here.filter((frame) => parseInt(frame) > step && there.includes(frame)).length
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(2)
  }

  private frames(): Promise<string[]> {
    return this.diary.evaluate(({ frames }) => frames)
  }
}
