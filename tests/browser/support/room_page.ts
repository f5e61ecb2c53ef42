import { expect, type Locator, type Page } from '@playwright/test'

// What this suite uses of the client's console API.
interface ConsoleApi {
  status: string
  seat: number
  step: number
  scene: string
  measures: Record<string, number> | null
  probe: number | null
  paused: boolean
  behind: number
  positions: Float32Array | null
  parameters: Record<string, number>
  members: {
    seat: number
    name: string
    colour: string
    host: boolean
    watch: boolean
    named: string[]
  }[]
  holds: { seat: number; hand: number; particle: number }[]
  code: string
  slow: number
  rights: string[]
  rules: {
    rights: Record<string, string>
    frozen: boolean
    newcomers: string
    capacity: number
    namesHidden: boolean
    away: string
    pullLimit: number
  }
  notice: string | null
  hostAway: boolean
  canUndo: boolean
  waiting: boolean
  frames: {
    pictures: number
    main: { mean: number }
    drawing: { mean: number }
    quality: string
  }
  project(particle: number): { x: number; y: number } | null
}

declare global {
  interface Window {
    ropewalk?: ConsoleApi
  }
}

export type Point = { x: number; y: number }

/** A room as one person's page shows it. */
export class RoomPage {
  constructor(readonly page: Page) {}

  async ready(): Promise<void> {
    // A page that is just being left cannot be asked: that is not yet an answer.
    const seen = () => this.page.evaluate(() => Boolean(window.ropewalk?.positions)).catch(() => false)
    await expect.poll(seen).toBe(true)
  }

  get pill(): Locator {
    return this.page.locator('.pill')
  }

  /** The page is in its room; on a busy machine that may look slow. */
  async connected(timeout?: number): Promise<void> {
    await expect(this.pill).toContainText(/Live|Slow/, { timeout })
  }

  /** A figure of the connection, once its pill was pressed. */
  figure(name: string): Locator {
    return this.page.locator(`[data-figure=${name}]`)
  }

  /** Turn to a side of a host's panel. */
  async side(name: 'Class' | 'People' | 'Experiment'): Promise<void> {
    const tab = this.page.getByRole('tab', { name })
    if (await tab.isVisible()) await tab.click()
  }

  get iterations(): Locator {
    return this.page.getByRole('slider', { name: 'Iterations' })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** What stands over the play area while the springs have blown up. */
  get notice(): Locator {
    return this.page.locator('.notice')
  }

  /** Open a group of settings. */
  async openSettings(group: string): Promise<void> {
    await this.page.locator('summary', { hasText: group }).click()
  }

  section(name: string): Locator {
    return this.page.getByRole('group', { name })
  }

  /** The button that changes the room to a scene as it is. */
  sceneCard(title: string): Locator {
    return this.section('Scene').getByRole('button', { name: title, exact: true })
  }

  /** The checkbox of a readout or a plot. */
  check(name: string): Locator {
    return this.page.getByRole('checkbox', { name, exact: true })
  }

  readout(name: string): Locator {
    return this.page.locator(`[data-readout=${name}]`)
  }

  get lensCard(): Locator {
    return this.page.locator('.lens-card')
  }

  async openLens(name: string): Promise<void> {
    await this.button(name).click()
    await expect(this.lensCard).toBeVisible()
  }

  api<Key extends keyof ConsoleApi>(key: Key): Promise<ConsoleApi[Key]> {
    return this.page.evaluate((name) => window.ropewalk![name], key as 'step') as Promise<
      ConsoleApi[Key]
    >
  }

  /** Positions of all particles, as triples. */
  async particles(): Promise<[number, number, number][]> {
    const flat = await this.page.evaluate(() => [...window.ropewalk!.positions!])
    return Array.from({ length: flat.length / 3 }, (_, i) => [
      flat[3 * i]!,
      flat[3 * i + 1]!,
      flat[3 * i + 2]!,
    ])
  }

  async particle(index: number): Promise<[number, number, number]> {
    return (await this.particles()).at(index)!
  }

  async lastParticle(): Promise<number> {
    return (await this.particles()).length - 1
  }

  async mean(axis: 0 | 1 | 2): Promise<number> {
    const particles = await this.particles()
    return particles.reduce((sum, particle) => sum + particle[axis], 0) / particles.length
  }

  /** Where a particle is drawn; it should not be moving. */
  async at(particle: number): Promise<Point> {
    return (await this.page.evaluate((index) => window.ropewalk!.project(index), particle))!
  }

  /** Take a particle with the mouse and keep hold of it; where it is drawn. */
  async take(particle: number): Promise<Point> {
    const from = await this.at(particle)
    await this.page.mouse.move(from.x, from.y)
    await this.page.mouse.down()
    const seat = await this.api('seat')
    await expect
      .poll(async () => (await this.api('holds')).some((hold) => hold.seat === seat))
      .toBe(true)
    return from
  }

  /** Press a button without the mouse, which may be holding something. */
  async press(name: string, times = 1): Promise<void> {
    await this.button(name).evaluate((button: HTMLButtonElement, count) => {
      for (let i = 0; i < count; i++) button.click()
    }, times)
  }

  /** Go on by single steps; the room is paused. */
  async walk(steps: number): Promise<void> {
    const from = await this.api('step')
    await this.press('One step', steps)
    await expect.poll(() => this.api('step')).toBe(from + steps)
  }

  async pause(): Promise<void> {
    await this.button('Pause').click()
    await expect(this.button('Play')).toBeVisible()
    await this.settle()
  }

  /** Wait until what is drawn no longer changes, as in a paused room. */
  async settle(): Promise<void> {
    let before = await this.at(1)
    await expect
      .poll(async () => {
        await this.page.waitForTimeout(300)
        const now = await this.at(1)
        const moved = Math.hypot(now.x - before.x, now.y - before.y)
        before = now
        return moved
      })
      .toBeLessThan(0.01)
  }

  async play(): Promise<void> {
    await this.button('Play').click()
    await expect(this.button('Pause')).toBeVisible()
  }
}
