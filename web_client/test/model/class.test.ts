import { beforeEach, describe, expect, it } from 'vitest'
import { namedFor, peopleOf, waitersOf } from '../../src/model/class'
import { fitText } from '../../src/model/member'
import { Room } from '../../src/model/room'
import { ada, roomState } from './sample'

let room: Room
const [, grace] = roomState.members

beforeEach(() => {
  room = new Room(1000 / 30)
  room.introduce(ada)
  room.replace({
    ...roomState,
    members: [{ ...grace!, name: '', named: ['grab'] }, ...roomState.members.slice(0, 1)],
  })
})

describe('the people on the desk', () => {
  it('stand by seat and bear their real names where names are hidden', () => {
    room.takeRoster([
      { seat: 1, name: 'Ada', waiting: false },
      { seat: 2, name: 'Grace', waiting: false },
    ])
    expect(peopleOf(room).map(({ seat, realName }) => [seat, realName])).toEqual([
      [1, 'Ada'],
      [2, 'Grace'],
    ])
  })

  it('are called by their seats until the roster has come', () => {
    expect(peopleOf(room).map(({ realName }) => realName)).toEqual(['Ada', '#2'])
  })

  it('do not hold those who wait at the door', () => {
    room.takeRoster([{ seat: 7, name: 'Mallory', waiting: true }])
    expect(peopleOf(room)).toHaveLength(2)
    expect(waitersOf(room).map(({ name }) => name)).toEqual(['Mallory'])
  })

  it('are counted where they are named', () => {
    expect(namedFor(room.state!, 'grab')).toBe(1)
    expect(namedFor(room.state!, 'time')).toBe(0)
  })
})

describe('a message', () => {
  it('is one line, cut at a whole character', () => {
    expect(fitText('Hands\noff', 200)).toBe('Hands off')
    expect(fitText('äöü', 5)).toBe('äö')
  })
})
