import { beforeEach, describe, expect, it } from 'vitest'
import { Room } from '../../src/model/room'
import { parameterOf } from '../../src/model/scene'
import { ada, chain, roomState } from './sample'

let room: Room

beforeEach(() => {
  room = new Room(1000 / 30)
  room.introduce(ada)
  room.replace(roomState)
})

describe('rights', () => {
  it('allow what the welcome listed', () => {
    expect(room.may('grab')).toBe(true)
    expect(room.may('iterations')).toBe(true)
  })

  it('forbid everything else', () => {
    expect(room.may('scene')).toBe(false)
    expect(room.may('parameters')).toBe(false)
  })

  it('forbid everything before the welcome', () => {
    expect(new Room(33).may('grab')).toBe(false)
  })
})

describe('room events', () => {
  it('seat a newcomer once, also when somebody comes back', () => {
    const newcomer = { seat: 2, colour: '#000000', host: false, watch: false, named: [] }
    const joined = { type: 'joined', step: 1, ...newcomer } as const
    room.apply({ ...joined, name: 'Grace again' })
    expect(room.state!.members.map((member) => member.name)).toEqual(['Ada', 'Grace again'])
  })

  it('take a member and what they hold away', () => {
    room.apply({ type: 'taken', step: 1, seat: 2, hand: 0, particle: 2 })
    room.apply({ type: 'left', step: 1, seat: 2 })
    expect(room.member(2)).toBeUndefined()
    expect(room.state!.holds).toEqual([])
  })

  it('confirm a hand of our own when it is taken', () => {
    room.own.reach(2, [0, 0, 0], 2)
    room.apply({ type: 'taken', step: 1, seat: 1, hand: 0, particle: 2 })
    expect(room.own.get(0)!.held).toBe(true)
  })

  it('open a hand of our own when the room resets', () => {
    room.own.reach(2, [0, 0, 0], 2)
    room.apply({ type: 'taken', step: 1, seat: 1, hand: 0, particle: 2 })
    room.apply({ type: 'let_go', step: 1, seat: 1, hand: 0, reason: 'reset' })
    expect(room.own.all).toEqual([])
  })

  it('leave a hand alone that has reached again while its release was on the way', () => {
    room.own.reach(2, [0, 0, 0], 2)
    room.apply({ type: 'let_go', step: 1, seat: 1, hand: 0, reason: 'released' })
    expect(room.own.all).toHaveLength(1)
  })

  it('set the value of a parameter', () => {
    room.apply({ type: 'parameter', step: 1, seat: 2, name: 'iterations', value: 25 })
    expect(parameterOf(room.state!.scene, 'iterations')!.value).toBe(25)
    expect(room.state!.scene.links).toBe(chain.links)
  })

  it('pause and resume', () => {
    room.apply({ type: 'paused', step: 1 })
    expect(room.state!.paused).toBe(true)
    room.apply({ type: 'resumed', step: 1 })
    expect(room.state!.paused).toBe(false)
  })

  describe('after a burst', () => {
    const stepping = {
      ...chain.parameters[0]!,
      name: 'stepping',
      kind: 'choice',
      value: 2,
      choices: [0, 1, 2],
      labels: ['Iterations', 'Direct solve', 'Springs'],
    } as const

    beforeEach(() => {
      const scene = { ...chain, parameters: [...chain.parameters, stepping] }
      room.replace({ ...roomState, scene })
      room.apply({ type: 'burst', step: 110 })
    })

    it('know that nothing moves, whatever else is set', () => {
      expect(room.state!.burst).toBe(true)
      room.apply({ type: 'parameter', step: 111, name: 'iterations', value: 25 })
      room.apply({ type: 'parameter', step: 112, name: 'stepping', value: 2 })
      expect(room.state!.burst).toBe(true)
    })

    it.each([
      { type: 'reset', step: 120 },
      { type: 'rekick', step: 120 },
      { type: 'scene', step: 120, scene: chain },
      { type: 'parameter', step: 120, name: 'stepping', value: 0 },
    ] as const)('move again with the event $type', (event) => {
      room.apply(event)
      expect(room.state!.burst).toBe(false)
    })
  })

  it('count simulated time from the last reset on', () => {
    room.apply({ type: 'reset', step: 200, seat: 1 })
    room.takeFrame(260, 0, new Float32Array(9), [])
    expect(room.simulatedTime).toBeCloseTo(1)
  })

  it('forget the old world’s frames when the scene changes', () => {
    room.takeFrame(101, 0, new Float32Array(9), [])
    room.apply({ type: 'scene', step: 102, seat: 1, scene: { ...chain, particles: 2 } })
    expect(room.playback.positions()).toBeNull()
  })
})

describe('where a hand pulls to', () => {
  const frameHands = [
    { seat: 1, hand: 0, at: [1, 1, 1] },
    { seat: 2, hand: 0, at: [2, 2, 2] },
  ] as const

  it('is shown at once for our own, whatever the frames say', () => {
    room.own.reach(2, [9, 9, 9], 2)
    room.takeFrame(101, 0, new Float32Array(9), frameHands)
    expect(room.targetOf({ seat: 1, hand: 0, particle: 2 })).toEqual([9, 9, 9])
  })

  it('follows the frames for everybody else', () => {
    room.takeFrame(101, 0, new Float32Array(9), frameHands)
    expect(room.targetOf({ seat: 2, hand: 0, particle: 1 })).toEqual([2, 2, 2])
  })
})

describe('gusts', () => {
  const gust = { type: 'gust', step: 1, direction: [1, 0, 0], strength: 5, duration: 1, width: 0 } as const

  it('pass after their time', () => {
    room.apply(gust)
    room.step(0.5)
    expect(room.gusts).toHaveLength(1)
    room.step(0.6)
    expect(room.gusts).toHaveLength(0)
  })

  it('stand still while the room is paused', () => {
    room.apply(gust)
    room.apply({ type: 'paused', step: 1 })
    const before = room.gusts
    room.step(5)
    expect(room.gusts).toBe(before)
    expect(room.gusts).toHaveLength(1)
  })

  it('go on with single steps', () => {
    const { step, scene } = room.state!
    room.apply(gust)
    room.apply({ type: 'paused', step })
    room.takeFrame(step + 1, 0, new Float32Array(12), [])
    expect(room.gusts[0]!.age).toBeCloseTo(scene.h)
  })
})

describe('figures', () => {
  const values = { tension: 3 }
  beforeEach(() => room.takeMeasures({ step: 160, time: 0, values, pins: null }))

  it('are kept over simulated time', () => {
    room.apply({ type: 'reset', step: 200 })
    room.takeMeasures({ step: 260, time: 0, values, pins: null })
    expect(room.chronicle.times).toEqual([60 * chain.h])
  })

  it.each([
    { type: 'reset', step: 170 } as const,
    { type: 'scene', step: 170, scene: { ...chain, name: 'rope' } } as const,
  ])('of before a $type are forgotten', (event) => {
    let told = 0
    room.measured.on(() => told++)
    room.apply(event)
    expect(room.measures).toBeNull()
    expect(room.chronicle.length).toBe(0)
    expect(told).toBe(1)
  })
})

describe('the particle that is looked at', () => {
  it('is the one chosen last, until another scene comes', () => {
    room.look(2)
    room.look(1)
    expect(room.probe).toBe(1)
    room.apply({ type: 'scene', step: 170, scene: chain })
    expect(room.probe).toBeNull()
  })
})

describe('a class', () => {
  const grace = roomState.members[1]!
  const frozen = { ...roomState.rules, frozen: true }

  it('goes by the rules that were told last, also in another scene', () => {
    room.apply({ type: 'rules', step: 1, seat: 1, rules: frozen })
    room.apply({ type: 'reset', step: 2 })
    room.apply({ type: 'scene', step: 3, scene: { ...chain, name: 'rope' } })
    expect(room.state!.rules).toEqual(frozen)
  })

  it('opens our hands at once when we may hold nothing any more', () => {
    room.own.reach(2, [0, 0, 0], 2)
    room.entitle(['gust'])
    expect(room.may('grab')).toBe(false)
    expect(room.own.all).toEqual([])
  })

  it('leaves our hands alone when another right comes or goes', () => {
    room.own.reach(2, [0, 0, 0], 2)
    room.entitle(['grab', 'scene'])
    expect(room.may('scene')).toBe(true)
    expect(room.own.all).toHaveLength(1)
  })

  it('knows a member who has changed by the same seat and in the same place', () => {
    room.apply({ type: 'member', step: 1, ...ada, watch: true })
    expect(room.state!.members.map(({ seat, watch }) => [seat, watch])).toEqual([
      [1, true],
      [2, false],
    ])
    expect(room.self!.watch).toBe(true)
  })

  it('keeps our own name while names are hidden', () => {
    room.apply({ type: 'member', step: 1, ...ada, name: '' })
    expect(room.self!.name).toBe('Ada')
    expect(room.member(1)!.name).toBe('')
  })

  it('forgets what only hosts are told when we are no host any more', () => {
    room.takeRoster([{ seat: 9, name: 'Mallory', waiting: true }])
    room.takeQuality(new Map([[9, { roundTrip: 3, skipped: 0, silent: 0 }]]))
    room.apply({ type: 'member', step: 1, ...grace, watch: true })
    expect(room.roster).toHaveLength(1)
    room.apply({ type: 'member', step: 1, ...ada, host: false })
    expect(room.roster).toEqual([])
    expect(room.quality.size).toBe(0)
  })

  it('waits until the welcome', () => {
    room.wait(7)
    expect(room.waiting).toBe(7)
    room.introduce(ada)
    expect(room.waiting).toBeNull()
  })

  it('can undo a reset once, and not in another scene', () => {
    const scene = { ...chain, name: 'rope' }
    const can = () => room.state!.canUndo
    room.apply({ type: 'reset', step: 1 })
    expect(can()).toBe(true)
    room.apply({ type: 'undone', step: 2, scene })
    expect(can()).toBe(false)
    expect(room.state!.scene.name).toBe('rope')
    room.apply({ type: 'reset', step: 3 })
    room.apply({ type: 'scene', step: 4, scene: chain })
    expect(can()).toBe(false)
  })

  it('hears what a host says until it is cleared', () => {
    room.apply({ type: 'broadcast', step: 1, text: 'Hands off, please' })
    expect(room.state!.notice).toBe('Hands off, please')
    room.apply({ type: 'broadcast', step: 2, text: '' })
    expect(room.state!.notice).toBeNull()
  })

  it('knows whether a host is there', () => {
    room.apply({ type: 'host_away', step: 1, away: true })
    expect(room.state!.hostAway).toBe(true)
    room.apply({ type: 'host_away', step: 2, away: false })
    expect(room.state!.hostAway).toBe(false)
  })
})

describe('slow motion', () => {
  const x = () => room.playback.positions()![0]!
  const SLOW = 16
  const APART = (1000 * SLOW) / 60

  beforeEach(() => room.apply({ type: 'speed', step: 100, slow: SLOW }))

  it('is drawn evenly between frames that come far apart', () => {
    const shown: number[] = []
    for (let ms = 0, sent = 0; ms < 4000; ms += 20) {
      if (ms >= sent * APART) {
        room.takeFrame(100 + sent, sent * APART, new Float32Array(9).fill(sent), [])
        sent += 1
      }
      room.playTarget = ms - room.playDelay
      room.step(0.02)
      if (ms > 1500) shown.push(x())
    }
    const strides = shown.slice(1).map((now, i) => now - shown[i]!)
    expect(Math.min(...strides)).toBeGreaterThan((0.5 * 20) / APART)
    expect(Math.max(...strides)).toBeLessThan((1.5 * 20) / APART)
  })

  it('does not jump over the last slow frame when it ends', () => {
    room.takeFrame(101, 0, new Float32Array(9), [])
    room.apply({ type: 'speed', step: 101, slow: 1 })
    room.takeFrame(102, APART, new Float32Array(9).fill(1), [])
    expect(x()).toBe(0)
  })

  it('slows gusts as well', () => {
    room.apply({ type: 'gust', step: 1, direction: [1, 0, 0], strength: 5, duration: 1, width: 0 })
    room.step(8)
    expect(room.gusts).toHaveLength(1)
    room.step(8.1)
    expect(room.gusts).toHaveLength(0)
  })
})
