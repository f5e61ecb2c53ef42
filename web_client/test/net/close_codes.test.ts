import { describe, expect, it } from 'vitest'
import { afterClose, endingOfRefusal } from '../../src/net/close_codes'

describe('after a connection has closed', () => {
  it.each([
    [4001, 'elsewhere'],
    [4003, 'removed'],
    [4004, 'no_room'],
    [4005, 'full'],
    [4006, 'misunderstood'],
    [4007, 'ended'],
    [4008, 'closed'],
    [4009, 'not_admitted'],
    [1003, 'misunderstood'],
    [1007, 'misunderstood'],
    [1008, 'misunderstood'],
    [1009, 'misunderstood'],
  ])('code %i ends the visit: %s', (code, ending) => {
    expect(afterClose(code)).toEqual({ kind: 'end', ending })
  })

  it.each([1000, 1005, 1006])('code %i is followed by a reconnection', (code) => {
    expect(afterClose(code)).toEqual({ kind: 'reconnect', waitMs: 0 })
  })

  it('waits longer for a server that is overloaded than for one that restarts', () => {
    const restart = afterClose(1001)
    const overload = afterClose(1013)
    if (restart.kind !== 'reconnect' || overload.kind !== 'reconnect') throw new Error('ended')
    expect(overload.waitMs).toBeGreaterThan(restart.waitMs)
    expect(restart.waitMs).toBeGreaterThan(0)
  })
})

describe('a refusal of hello', () => {
  it.each([
    ['no_such_room', 'no_room'],
    ['room_full', 'full'],
    ['room_closed', 'closed'],
    ['not_admitted', 'not_admitted'],
    ['removed', 'removed'],
    ['room_ended', 'ended'],
    ['unsupported_version', 'misunderstood'],
    ['no_encoding', 'misunderstood'],
  ])('%s ends the visit: %s', (code, ending) => {
    expect(endingOfRefusal(code)).toBe(ending)
  })

  it.each(['bad_key', 'bad_name'])('%s does not end the visit', (code) => {
    expect(endingOfRefusal(code)).toBeNull()
  })
})
