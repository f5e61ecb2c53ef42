import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sources = new URL('../src/', import.meta.url)

/** Folders that the modules of `folder` import from, beside their own. */
function importsOf(folder: string): Set<string> {
  const found = new Set<string>()
  for (const file of readdirSync(new URL(`${folder}/`, sources))) {
    const source = readFileSync(new URL(`${folder}/${file}`, sources), 'utf8')
    for (const [, path] of source.matchAll(/from '(.+)'/g)) {
      if (!path!.startsWith('./')) found.add(path!.replace(/^\.\.\/(\w+)\/.*/, '$1'))
    }
  }
  return found
}

describe('layers', () => {
  it('model imports nothing from outside', () => {
    expect([...importsOf('model')]).toEqual([])
  })

  it('net imports the model and msgpack alone', () => {
    expect([...importsOf('net')].sort()).toEqual(['@msgpack/msgpack', 'model'])
  })

  it('plots import the model and uplot alone', () => {
    expect([...importsOf('plots')].sort()).toEqual(['model', 'uplot'])
  })

  it('render imports the model and three alone', () => {
    expect([...importsOf('render')].sort()).toEqual(['model', 'three'])
  })
})
