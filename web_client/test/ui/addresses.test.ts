import { describe, expect, it } from 'vitest'
import { inOrder } from '../../src/ui/common/use_addresses'

describe('the addresses to invite to', () => {
  const lan = ['http://192.168.1.5:8080', 'http://10.0.0.7:8080']

  it('begin with the page’s own where others can use it', () => {
    expect(inOrder('http://10.0.0.7:8080', lan)).toEqual(['http://10.0.0.7:8080', lan[0]])
  })

  it('begin with one of the network where the page’s own is this machine’s alone', () => {
    for (const own of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
      expect(inOrder(own, lan)).toEqual([...lan, own])
    }
  })

  it('are the page’s own where the server knows no other', () => {
    expect(inOrder('http://localhost:8080', ['http://localhost:8080'])).toEqual([
      'http://localhost:8080',
    ])
  })
})
