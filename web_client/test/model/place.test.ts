import { describe, expect, it } from 'vitest'
import { forOthers, placeOf, whereabouts } from '../../src/model/place'

const lan = placeOf('http://192.168.1.5:8080/check')
const school = placeOf('https://rope.school.example/')
const local = placeOf('http://127.0.0.1:8080')

describe('the place of a server', () => {
  it('is said as those who look after a network ask for it', () => {
    expect(lan).toEqual({
      url: 'http://192.168.1.5:8080',
      hostname: '192.168.1.5',
      port: '8080',
      encrypted: false,
      socket: 'ws://192.168.1.5:8080/ws',
      loopback: false,
    })
    expect(school).toMatchObject({ port: '443', encrypted: true })
    expect(school.socket).toBe('wss://rope.school.example/ws')
    expect(placeOf('http://rope').port).toBe('80')
  })

  it('may be the own computer', () => {
    for (const url of ['http://localhost:1', 'http://127.0.0.53', 'http://[::1]:8080']) {
      expect(placeOf(url).loopback, url).toBe(true)
    }
    expect(placeOf('http://127.example.org').loopback).toBe(false)
  })

  it('is compared with what the server names', () => {
    expect(whereabouts(lan, [lan])).toBe('same')
    expect(whereabouts(school, [lan])).toBe('other')
    expect(whereabouts(local, [lan])).toBe('on_the_server')
    expect(whereabouts(local, [local])).toBe('only_local')
  })

  it('is told to others only if they can use it', () => {
    expect(forOthers(school, [lan])).toBe(school)
    expect(forOthers(local, [local, lan])).toBe(lan)
    expect(forOthers(local, [local])).toBeNull()
  })
})
