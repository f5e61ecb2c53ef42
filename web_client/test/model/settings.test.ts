import { describe, expect, it } from 'vitest'
import type { Parameter } from '../../src/model/scene'
import { arrange, type Arrangement } from '../../src/model/settings'
import { chain } from './sample'

const parameters = (...names: string[]): Parameter[] =>
  names.map((name) => ({ ...chain.parameters[0]!, name }))

const namesOf = ({ first, own, groups }: Arrangement) => ({
  first: first.map(({ name }) => name),
  own: own.map(({ name }) => name),
  groups: groups.map((group) => [group.name, ...group.parameters.map(({ name }) => name)]),
})

describe('the arrangement of settings', () => {
  it('keeps in sight what a class uses most', () => {
    const all = parameters('iterations', 'breeze', 'rate', 'gravity', 'substeps')
    expect(namesOf(arrange(all)).first).toEqual(['substeps', 'gravity', 'breeze'])
  })

  it('puts the rest into groups, without those that would be empty', () => {
    const all = parameters('rate', 'friction', 'stepping', 'ground')
    expect(namesOf(arrange(all)).groups).toEqual([
      ['method', 'stepping', 'rate'],
      ['ground', 'ground', 'friction'],
    ])
  })

  it('takes what it does not know for the scene’s own, in the scene’s order', () => {
    const all = parameters('gravity', 'wobble', 'links', 'iterations', 'angle')
    expect(namesOf(arrange(all)).own).toEqual(['wobble', 'links', 'angle'])
  })

  it('shows everything but the iterations, once', () => {
    const all = parameters(
      ...['iterations', 'substeps', 'rate', 'gravity', 'damping', 'stiffness', 'breeze'],
      ...['hand_force', 'hand_compliance', 'hand_damping', 'stepping', 'tethers', 'compliance'],
      ...['bending', 'spring', 'ground', 'friction', 'sliding_friction', 'links', 'odd'],
    )
    const { first, own, groups } = namesOf(arrange(all))
    const shown = [...first, ...own, ...groups.flatMap(([, ...names]) => names)]
    expect(shown.sort()).toEqual(all.slice(1).map(({ name }) => name).sort())
  })
})
