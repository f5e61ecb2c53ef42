// What hosts ask for: done and told to all; refused to everybody else, whatever the bytes; lasting
// through resets, other scenes and reconnections.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Classroom, heard, rightsBecome } from './lib/classroom.mjs'
import { RIGHTS } from './lib/contract.mjs'
import { Follower } from './lib/follower.mjs'
import { within } from './lib/server.mjs'

const at = [0, 1, 0]
const seatOf = (follower) => follower.welcome.seat

// Every command that is for hosts alone, as it would be obeyed.
const hostCommands = (seat) => ({
  allow: { right: 'reset', to: 'everyone' },
  permit: { right: 'grab', seat, on: true },
  draw: { right: 'grab', count: 1 },
  freeze: { on: true },
  release_all: {},
  watch: { seat, on: true },
  remove: { seat, minutes: 1 },
  co_host: { seat, on: true },
  newcomers: { policy: 'closed' },
  admit: { seat, on: true },
  capacity: { viewers: 1 },
  new_code: {},
  names: { hidden: true },
  away: { policy: 'freeze' },
  pull_limit: { force: 1 },
  broadcast: { text: 'Hear, hear' },
  end: {},
})

describe('what only hosts may ask for', () => {
  const classroom = Classroom.perGroup()

  it('is refused to everybody else, and changes nothing', async () => {
    const { host, members: [a, b] } = await classroom.open(2)
    await b.order('grab', { hand: 0, particle: 5, at })
    await host.settle()
    const before = host.room.summary()
    const { cursor } = host
    for (const seat of [seatOf(a), seatOf(b), seatOf(host), 0, 9999]) {
      for (const [type, fields] of Object.entries(hostCommands(seat))) {
        assert.notEqual(await a.refused('not_allowed', type, fields), '', type)
      }
    }
    await a.refused('not_allowed', 'rename', { seat: seatOf(b), name: 'Renamed' })
    await host.settle()
    assert.deepEqual(host.room.summary(), before)
    assert.equal(host.cursor, cursor, 'no event came of it')
    assert.ok([a, b, host].every((follower) => follower.refusals.length === 0 && !follower.closing))
  })

  it('is refused in a demo room, where there is no host', async () => {
    const [a, b] = [await classroom.join('ROPE'), await classroom.join('ROPE')]
    for (const [type, fields] of Object.entries(hostCommands(seatOf(b)))) {
      await a.refused('not_allowed', type, fields)
    }
  })

  it('is refused to one that was a host and is none any more', async () => {
    const { host, members: [a] } = await classroom.open(1)
    await host.order('co_host', { seat: seatOf(a), on: true })
    await a.order('freeze', { on: true })
    await host.order('co_host', { seat: seatOf(a), on: false })
    await a.event('member', 0, (e) => e.seat === seatOf(a) && !e.host)
    for (const [type, fields] of Object.entries(hostCommands(seatOf(host)))) {
      await a.refused('not_allowed', type, fields)
    }
    assert.ok(host.room.seats.get(seatOf(host)).host)
  })

  // Of each key, values that are of the right type but mean nothing.
  const beyond = {
    allow: [{ right: 'fly' }, { right: '' }, { right: 'GRAB' }, { to: 'nobody' }, { to: '' }],
    permit: [{ right: 'fly' }],
    draw: [{ right: 'fly' }, { count: 0 }, { count: 1001 }, { count: 2 ** 32 - 1 }],
    remove: [{ minutes: 0 }, { minutes: 1441 }, { minutes: 2 ** 32 - 1 }],
    newcomers: [{ policy: 'shut' }, { policy: '' }],
    capacity: [{ viewers: 0 }, { viewers: 101 }, { viewers: 2 ** 32 - 1 }],
    away: [{ policy: 'panic' }],
    pull_limit: [{ force: -1 }, { force: 2000.1 }, { force: 1e30 }, { force: NaN }, { force: Infinity }],
    broadcast: [{ text: 'x'.repeat(201) }, { text: 'ä'.repeat(101) }],
  }

  it('a host that asks for what cannot be is told so by the name of the key, and nothing changes', async () => {
    const { host, members: [a] } = await classroom.open(1)
    await host.settle()
    const { cursor } = host
    const before = host.room.summary()
    for (const [type, cases] of Object.entries(beyond)) {
      for (const wrong of cases) {
        const [key] = Object.keys(wrong)
        const sentence = await host.refused('out_of_range', type, { ...hostCommands(seatOf(a))[type], ...wrong })
        assert.match(sentence, new RegExp(key), `${type} ${JSON.stringify(wrong)}`)
      }
    }
    for (const [type, fields] of Object.entries(hostCommands(seatOf(a)))) {
      for (const key of Object.keys(fields).filter((name) => name !== 'minutes')) {
        const { [key]: _, ...rest } = fields
        assert.match(await host.refused('missing_field', type, rest), new RegExp(key), `${type} without ${key}`)
      }
    }
    for (const type of ['permit', 'watch', 'remove', 'co_host', 'admit']) {
      for (const seat of [0, 9999, 2 ** 32 - 1]) {
        await host.refused('no_such_member', type, { ...hostCommands(seat)[type] })
      }
    }
    await host.refused('no_such_member', 'rename', { seat: 9999, name: 'Nobody' })
    await host.refused('no_such_member', 'admit', { seat: seatOf(a), on: true }) // who is in already
    assert.match(await host.refused('out_of_range', 'remove', { seat: seatOf(host) }), /yourself/)
    await host.settle()
    assert.deepEqual(host.room.summary(), before)
    assert.equal(host.cursor, cursor)
  })

  it('a message of control characters or broken UTF-8 is refused, one of markup is passed on as it is', async () => {
    const { host, members: [a] } = await classroom.open(1)
    for (const text of ['a\0b', 'a\x1b[31m', '\x7f', 'a\u202eb', 'a\u2028b']) {
      const { code } = await host.command('broadcast', { text })
      assert.ok(['bad_name', 'out_of_range', 'bad_type'].includes(code), `${JSON.stringify(text)}: ${code}`)
    }
    const text = '<b onclick="alert(1)">Look</b> & ${x}'
    await host.order('broadcast', { text })
    assert.equal((await a.event('broadcast')).text, text)
  })
})

describe('rights', () => {
  const classroom = Classroom.perGroup()

  // What each right is needed for.
  const asks = {
    grab: ['grab', { hand: 0, particle: 5, at }],
    gust: ['gust', { direction: [1, 0, 0], strength: 1, duration: 0.1 }],
    iterations: ['set', { parameter: 'iterations', value: 20 }],
    parameters: ['set', { parameter: 'gravity', value: 5 }],
    time: ['speed', { slow: 2 }],
    reset: ['reset', {}],
    scene: ['scene', { scene: 'rope' }],
  }

  async function may(follower, right) {
    const [type, fields] = asks[right]
    const answer = await follower.command(type, fields)
    if (answer.type === 'ack' && type === 'grab') await follower.order('release', { hand: 0 })
    assert.ok(answer.type === 'ack' || answer.code === 'not_allowed', answer.code)
    return answer.type === 'ack'
  }

  for (const right of RIGHTS) {
    it(`${right}: for hosts, for those who are named, for everyone`, async () => {
      const { host, members: [a, b] } = await classroom.open(2)
      const others = a.rights.filter((name) => name !== right)
      for (const to of ['hosts', 'named', 'everyone', 'named', 'hosts']) {
        await host.order('allow', { right, to })
        await a.until(() => a.room.rules.rights[right] === to, `${right} for ${to}`)
        await rightsBecome(a, to === 'everyone' ? [...others, right] : others)
        assert.equal(await may(a, right), to === 'everyone', to)
        assert.ok(await may(host, right))
      }
      await host.order('permit', { right, seat: seatOf(a), on: true })
      await heard([host, a, b], 'member', 0, (e) => e.seat === seatOf(a))
      assert.deepEqual(b.room.seats.get(seatOf(a)).named, [right])
      assert.equal(await may(a, right), false, 'the row says hosts')
      await host.order('allow', { right, to: 'named' })
      await rightsBecome(a, [...others, right])
      assert.deepEqual([await may(a, right), await may(b, right)], [true, false])
      await host.order('permit', { right, seat: seatOf(a), on: false })
      await rightsBecome(a, others)
      assert.equal(await may(a, right), false)
      await b.until(() => !('named' in b.room.seats.get(seatOf(a))), 'a is not named any more')
    })
  }

  it('the other commands of time and reset need the same rights', async () => {
    const { host, members: [a] } = await classroom.open(1)
    for (const type of ['pause', 'resume', 'step']) await a.refused('not_allowed', type)
    await a.refused('not_allowed', 'undo')
    await host.order('allow', { right: 'time', to: 'everyone' })
    await host.order('allow', { right: 'reset', to: 'everyone' })
    for (const type of ['pause', 'step', 'resume', 'reset', 'undo']) await a.order(type)
  })

  it('who loses the right to grab lets go, and everybody hears why', async () => {
    const { host, members: [a, b] } = await classroom.open(2)
    await a.order('grab', { hand: 3, particle: 5, at })
    await host.order('grab', { hand: 0, particle: 9, at })
    await host.order('allow', { right: 'grab', to: 'hosts' })
    for (const { seat, hand, reason } of await heard([b, a, host], 'let_go', 0)) {
      assert.deepEqual([seat, hand, reason], [seatOf(a), 3, 'not_allowed'])
    }
    assert.equal(host.room.particleOf(seatOf(host), 0), 9, 'hosts hold on')
    await a.refused('not_allowed', 'move', { hand: 3, at })
  })

  it('lots fall on so many, on everybody before anybody twice, and never on hosts or watchers', async () => {
    const { host, members } = await classroom.open(7)
    const [watcher, ...drawable] = members
    await host.order('watch', { seat: seatOf(watcher), on: true })
    const counts = new Map(drawable.map((member) => [seatOf(member), 0]))
    for (let round = 0; round < 6; round++) {
      await host.order('draw', { right: 'grab', count: 2 })
      await host.settle()
      assert.equal(host.room.rules.rights.grab, 'named')
      const drawn = [...host.room.seats.values()].filter(({ named }) => named?.includes('grab'))
      assert.equal(drawn.length, 2, `round ${round}`)
      for (const { seat } of drawn) counts.set(seat, counts.get(seat) + 1)
      const values = [...counts.values()]
      assert.ok(Math.max(...values) - Math.min(...values) <= 1, `round ${round}: ${values}`)
      for (const member of drawable) {
        await rightsBecome(member, drawn.some(({ seat }) => seat === seatOf(member)) ? ['grab', 'gust'] : ['gust'])
      }
    }
    assert.deepEqual([...counts.values()], Array(6).fill(2))
    await host.order('draw', { right: 'grab', count: 1000 })
    await host.settle()
    const all = [...host.room.seats.values()].filter(({ named }) => named?.includes('grab'))
    assert.deepEqual(all.map(({ seat }) => seat).sort(), drawable.map(seatOf).sort())
  })

  it('who comes only to watch may nothing, and no lot falls on them', async () => {
    const { room, host, members: [a] } = await classroom.open(1)
    const screen = await classroom.join(room, { name: 'Screen', watch: true })
    assert.deepEqual(screen.rights, [])
    await host.until(() => host.room.seats.get(seatOf(screen))?.watch, 'everybody sees that it watches')
    await screen.refused('not_allowed', 'grab', { hand: 0, particle: 5, at })
    await host.order('draw', { right: 'grab', count: 1000 })
    await host.settle()
    const drawn = [...host.room.seats.values()].filter(({ named }) => named?.includes('grab'))
    assert.deepEqual(drawn.map(({ seat }) => seat), [seatOf(a)])
    // A host may think better of it.
    await host.order('watch', { seat: seatOf(screen), on: false })
    await rightsBecome(screen, ['gust'])
  })

  it('frozen hands let go and take no hold; only hosts may', async () => {
    const { host, members: [a, b] } = await classroom.open(2)
    await a.order('grab', { hand: 0, particle: 5, at })
    await host.order('grab', { hand: 0, particle: 7, at })
    await host.order('freeze', { on: true })
    for (const { seat, reason } of await heard([b, a, host], 'let_go', 0)) {
      assert.deepEqual([seat, reason], [seatOf(a), 'frozen'])
    }
    await rightsBecome(a, ['gust'])
    for (const member of [a, b]) await member.refused('not_allowed', 'grab', { hand: 1, particle: 5, at })
    assert.equal(host.room.particleOf(seatOf(host), 0), 7)
    await host.order('grab', { hand: 1, particle: 8, at })
    await host.order('freeze', { on: false })
    await rightsBecome(a, ['grab', 'gust'])
    await a.order('grab', { hand: 0, particle: 5, at })
  })

  it('release_all opens every hand, the hosts’ too, and nobody loses a right', async () => {
    const { host, members: [a] } = await classroom.open(1)
    await a.order('grab', { hand: 0, particle: 5, at })
    await a.order('grab', { hand: 1, particle: 6, at })
    await host.order('grab', { hand: 0, particle: 7, at })
    await host.order('release_all')
    await a.until(() => a.room.holds.size === 0 && a.events.some((e) => e.type === 'let_go'), 'all let go')
    assert.deepEqual(a.events.filter((e) => e.type === 'let_go').map(({ reason }) => reason), Array(3).fill('host'))
    await a.order('grab', { hand: 0, particle: 5, at })
  })

  it('who may only watch may do nothing at all, until it may again', async () => {
    const { host, members: [a, b] } = await classroom.open(2)
    for (const right of RIGHTS) await host.order('allow', { right, to: 'everyone' })
    await a.order('grab', { hand: 0, particle: 5, at })
    await host.order('watch', { seat: seatOf(a), on: true })
    const [{ watch }] = await heard([b, a, host], 'member', 0, (e) => e.seat === seatOf(a))
    assert.equal(watch, true)
    await rightsBecome(a, [])
    assert.equal((await b.event('let_go')).reason, 'not_allowed')
    for (const ask of Object.values(asks)) await a.refused('not_allowed', ...ask)
    await host.order('watch', { seat: seatOf(a), on: false })
    await rightsBecome(a, RIGHTS)
    await b.until(() => !('watch' in b.room.seats.get(seatOf(a))), 'a does not only watch any more')
    await a.order('reset')
  })

  it('a pull limit is for all hands of one member together', async () => {
    const { host, members: [a] } = await classroom.open(1, { parameters: { angle: 0, damping: 5 } })
    await host.order('pull_limit', { force: 20 })
    await heard([a, host], 'rules', 0, ({ rules }) => rules.pull_limit === 20)
    const rest = [...(await a.frameAfter())].slice(60, 63)
    // The chain weighs 196 N: who pulls with 20 N at its tip moves it aside by a tenth of its length.
    for (const hand of [0, 1, 2, 3]) {
      await a.order('grab', { hand, particle: 20, at: [rest[0] + 20, rest[1], rest[2]] })
    }
    // Whoever holds something must be heard of, however slow this machine is.
    const pulse = setInterval(() => a.send({ type: 'ping', time: 0 }), 1000)
    await a.frameAfter(a.frameStep + 240)
    const limited = a.distance(20, rest)
    await host.order('pull_limit', { force: 0 })
    await a.frameAfter(a.frameStep + 120)
    const free = a.distance(20, rest)
    clearInterval(pulse)
    assert.ok(limited < 0.6, `${limited} m`)
    assert.ok(free > limited + 0.5, `${free} m after ${limited} m`)
  })
})

describe('what everybody is told', () => {
  const classroom = Classroom.perGroup()

  it('a message stays for newcomers, until it is cleared', async () => {
    const { room, host, members: [a] } = await classroom.open(1)
    await host.order('broadcast', { text: 'Let go, please. Look at the left end.' })
    assert.equal((await a.event('broadcast')).seat, seatOf(host))
    const late = await classroom.join(room)
    assert.equal(late.room.notice, 'Let go, please. Look at the left end.')
    await host.order('broadcast', { text: '' })
    await late.event('broadcast')
    assert.equal((await classroom.join(room)).room.notice, '')
    await host.order('broadcast', { text: 'é'.repeat(100) }) // 200 bytes
    assert.equal((await late.event('broadcast', late.cursor - 1)).text.length, 100)
  })

  it('hidden names reach hosts alone, in every message', async () => {
    const { room, host, members: [a, b] } = await classroom.open(2)
    await host.order('names', { hidden: true })
    await b.until(() => b.room.rules.names_hidden, 'hidden names')
    await b.settle() // and by the state the same
    for (const seat of b.room.seats.values()) assert.equal(seat.name, '')
    await host.until(() => host.roster?.length === 3, 'a roster')
    assert.deepEqual(host.roster.map(({ name }) => name).sort(), ['A', 'B', 'Host'])
    assert.ok(!a.roster && !b.roster, 'hosts alone are told the roster')

    const c = await classroom.join(room, { name: 'Newcomer' })
    assert.equal(c.welcome.name, 'Newcomer', 'one’s own is told')
    assert.equal((await b.event('joined', 0, (e) => e.seat === seatOf(c))).name, '')
    assert.ok([...c.room.seats.values()].every(({ name }) => name === ''))
    await host.until(() => host.roster.some(({ name }) => name === 'Newcomer'), 'the newcomer’s name')
    await c.order('rename', { name: 'Another' })
    await host.until(() => host.roster.some(({ name }) => name === 'Another'), 'the new name')
    const told = JSON.stringify([b.events, c.events, [...b.room.seats.values()]])
    assert.ok(!/Newcomer|Another/.test(told))

    await host.order('names', { hidden: false })
    await b.until(() => b.room.seats.get(seatOf(c)).name === 'Another', 'names again')
    await b.settle()
  })

  it('hosts hear how well each member is connected', async () => {
    const { host, members: [a] } = await classroom.open(1)
    a.send({ type: 'ping', time: 1, round_trip: 23.5 })
    const entry = () => host.quality?.find(({ seat }) => seat === seatOf(a))
    await host.until(() => entry()?.round_trip === 23.5, 'the round trip')
    assert.ok(entry().skipped >= 0 && entry().silent >= 0)
    const silent = entry().silent
    await host.until(() => entry().silent > silent + 1.5, 'the silence grows')
    assert.equal(a.quality, undefined, 'nobody else does')
  })

  it('a round trip that cannot be is refused', async () => {
    const { members: [a] } = await classroom.open(1)
    for (const round_trip of [-1, NaN, Infinity, 'x']) {
      const refused = a.refusals.length
      a.send({ type: 'ping', time: 1, round_trip })
      await a.until(() => a.refusals.length > refused, `a refusal of ${round_trip}`)
      assert.ok(['out_of_range', 'bad_type'].includes(a.refusals.at(-1).code))
    }
  })

  it('a new code replaces the old one, with which only those who were here come back', async () => {
    const { room, host, members: [a] } = await classroom.open(1)
    await host.order('new_code')
    const [{ code }] = await heard([a, host], 'code', 0)
    assert.notEqual(code, room)
    assert.deepEqual(await Follower.knock(classroom.server, { room }), { codes: ['no_such_room'], code: 4004 })
    const late = await classroom.join(code)
    assert.equal(late.room.code, code)
    await a.leave()
    classroom.server.viewers.delete(a)
    const back = await classroom.join(room, { resume: a.welcome.resume })
    assert.equal(seatOf(back), seatOf(a))
    assert.equal(back.room.code, code)
    await host.order('new_code')
    const [{ code: third }] = await heard([late, host], 'code', late.cursor - 1, (e) => e.code !== code)
    assert.deepEqual((await Follower.knock(classroom.server, { room: code })).code, 4004)
    await classroom.join(third)
  })
})

describe('what hosts have set', () => {
  const classroom = Classroom.perGroup()

  it('lasts through resets, undoing, other scenes and reconnections', async () => {
    const { room, host, members: [a, b] } = await classroom.open(2)
    await host.order('allow', { right: 'iterations', to: 'everyone' })
    await host.order('allow', { right: 'gust', to: 'named' })
    await host.order('permit', { right: 'gust', seat: seatOf(a), on: true })
    await host.order('watch', { seat: seatOf(b), on: true })
    await host.order('freeze', { on: true })
    await host.order('newcomers', { policy: 'ask' })
    await host.order('capacity', { viewers: 20 })
    await host.order('names', { hidden: true })
    await host.order('away', { policy: 'freeze' })
    await host.order('pull_limit', { force: 30 })
    await host.order('broadcast', { text: 'Stay' })
    await host.order('speed', { slow: 4 })
    await host.settle()
    const pick = ({ rules, seats, notice, slow }) =>
      structuredClone({ rules, notice, slow, seats: [...seats.values()].sort((x, y) => x.seat - y.seat) })
    const set = pick(host.room)
    assert.deepEqual(set.rules, {
      rights: { grab: 'everyone', gust: 'named', iterations: 'everyone', parameters: 'hosts', time: 'hosts',
        reset: 'hosts', scene: 'hosts' },
      frozen: true, newcomers: 'ask', capacity: 20, names_hidden: true, away: 'freeze', pull_limit: 30,
    })
    const stays = async (follower, what) => {
      await follower.settle()
      assert.deepEqual(pick(follower.room), set, what)
    }
    for (const [type, fields] of [['reset'], ['undo'], ['scene', { scene: 'cloth' }],
      ['set', { parameter: 'rows', value: 8 }], ['scene', { scene: 'rope', parameters: { span: 1 } }]]) {
      await host.order(type, fields)
      await stays(host, type)
    }
    await stays(a, 'for others, too')
    const rights = [...a.rights]
    for (const follower of [a, b, host]) {
      await follower.leave()
      classroom.server.viewers.delete(follower)
    }
    const back = []
    for (const { welcome } of [host, a, b]) back.push(await classroom.join(room, { resume: welcome.resume }))
    for (const follower of back) await stays(follower, 'after coming back')
    assert.deepEqual([...back[1].rights].sort(), rights.sort())
    assert.deepEqual(back[2].rights, [])
    assert.deepEqual([...back[0].rights].sort(), [...RIGHTS].sort())
    await back[1].order('gust', { direction: [1, 0, 0], strength: 1, duration: 0.1 })
    await back[2].refused('not_allowed', 'set', { parameter: 'iterations', value: 5 })
  })

  it('undo brings back the world of before the reset, once, and not across scenes', async () => {
    const { host, members: [a] } = await classroom.open(1)
    await host.refused('nothing_to_undo', 'undo')
    const picture = async () => {
      await host.settle()
      await host.until(() => !host.frameMustFollow, 'the frame that follows a state')
      return [...host.frame]
    }
    await host.order('set', { parameter: 'gravity', value: 3 })
    await host.frameAfter(host.frameStep + 30)
    await host.order('pause')
    const before = await picture()
    await host.order('reset')
    assert.notDeepEqual(await picture(), before)
    assert.ok(host.room.canUndo)
    await a.order('grab', { hand: 0, particle: 5, at })
    await host.order('undo')
    const [{ scene }] = await heard([a, host], 'undone', 0)
    assert.equal(scene.parameters.find(({ name }) => name === 'gravity').value, 3)
    assert.equal((await a.event('let_go')).reason, 'undone')
    assert.deepEqual(await picture(), before)
    await host.refused('nothing_to_undo', 'undo')
    await host.order('reset')
    await host.order('scene', { scene: 'rope' })
    await host.refused('nothing_to_undo', 'undo')
  })

  it('slow motion makes steps rarer and no shorter', async () => {
    const { host, members: [a] } = await classroom.open(1)
    const { h } = a.room.scene
    await host.order('speed', { slow: 8 })
    await heard([a, host], 'speed', 0, ({ slow }) => slow === 8)
    await a.frameAfter(a.frameStep + 2)
    const [step, began] = [a.frameStep, performance.now()]
    await a.frameAfter(step + 14)
    const perSecond = (1000 * (a.frameStep - step)) / (performance.now() - began)
    assert.ok(perSecond < 12 && perSecond > 3, `${perSecond} steps per second`)
    assert.equal(a.room.scene.h, h)
    for (const slow of [0, 3, 5, 32, 2 ** 32 - 1]) await host.refused('out_of_range', 'speed', { slow })
    await host.order('speed', { slow: 1 })
  })
})
