import { describe, expect, it } from 'vitest'
import { Blockage } from '../../src/net/blockage'

/** A blockage that has heard these answers of the server, one after each socket that failed. */
async function after(...answers: boolean[]): Promise<Blockage> {
  const left = [...answers]
  const blockage = new Blockage(async () => left.shift()!)
  while (left.length > 0) await blockage.suspect()
  return blockage
}

describe('a network is said to block WebSocket', () => {
  it('once the server has answered several times where no socket opened', async () => {
    expect((await after(true, true)).certain).toBe(false)
    expect((await after(true, true, true)).certain).toBe(true)
  })

  it('not while the server does not answer at all', async () => {
    expect((await after(false, false, false, false)).certain).toBe(false)
  })

  it('no longer when the server does not answer either', async () => {
    expect((await after(true, true, true, false)).certain).toBe(false)
  })

  it('no longer when a socket has opened', async () => {
    const blockage = await after(true, true, true)
    blockage.clear()
    expect(blockage.certain).toBe(false)
  })

  it('not by an answer that comes after a socket has opened', async () => {
    let answer = (_alive: boolean) => {}
    const blockage = new Blockage(() => new Promise((resolve) => (answer = resolve)))
    for (let sign = 0; sign < 3; sign++) {
      const suspected = blockage.suspect()
      if (sign === 2) blockage.clear()
      answer(true)
      await suspected
    }
    expect(blockage.certain).toBe(false)
  })

  it('and every change of that is told once', async () => {
    const told: boolean[] = []
    const answers = [true, true, true, true, false, false]
    const blockage = new Blockage(async () => answers.shift()!)
    blockage.changed.on((blocked) => told.push(blocked))
    while (answers.length > 0) await blockage.suspect()
    expect(told).toEqual([true, false])
  })
})
