import { describe, expect, it } from 'vitest'
import { gridOf, labelOf, type Scene } from '../../src/model/scene'
import { chain } from './sample'

/** The links of a cloth: warp first, as the server lists them. */
function cloth(rows: number, columns: number): Scene {
  const links: number[] = []
  for (let i = 0; i < (rows - 1) * columns; i++) links.push(i, i + columns)
  for (let i = 0; i < rows * columns; i++) if ((i + 1) % columns !== 0) links.push(i, i + 1)
  return {
    ...chain,
    name: 'cloth',
    particles: rows * columns,
    links: Uint32Array.from(links),
    rest: new Float32Array(links.length / 2).fill(0.05),
  }
}

describe('the grid behind the links', () => {
  it.each([
    [17, 33],
    [2, 2],
    [5, 2],
  ])('of a cloth of %i × %i is found', (rows, columns) => {
    expect(gridOf(cloth(rows, columns))).toEqual({ rows, columns })
  })

  it('of a chain does not exist', () => {
    expect(gridOf(chain)).toBeNull()
  })

  it('of a cloth with odd links does not exist', () => {
    const odd = cloth(4, 4)
    odd.links[1] = 7
    expect(gridOf(odd)).toBeNull()
  })
})

describe('the label of a choice', () => {
  const gear = { ...chain.parameters[0]!, kind: 'choice', choices: [1, 2.5], labels: ['Low', 'High'] } as const

  it('is the one at its place', () => {
    expect(labelOf(gear, 2.5)).toBe('High')
  })

  it('does not exist for another value, or without labels', () => {
    expect(labelOf(gear, 2)).toBeUndefined()
    expect(labelOf({ ...gear, labels: [] }, 1)).toBeUndefined()
  })
})
