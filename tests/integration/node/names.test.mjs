// Names: tidied, told apart, changed; what cannot be a name is refused.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Classroom, heard } from './lib/classroom.mjs'
import { sleep } from './lib/server.mjs'

const seatOf = (follower) => follower.welcome.seat

describe('names', () => {
  const classroom = Classroom.perGroup()

  const tidied = {
    'Ada Lovelace': 'Ada Lovelace',
    '  Ada   Lovelace  ': 'Ada Lovelace',
    'Ada\u00a0Lovelace': 'Ada Lovelace',
    'Ada\u2003\u2009\u3000Lovelace\u202f': 'Ada Lovelace',
    'A\u200bd\u2060a\ufeff': 'Ada',
    '\u2800\u3164Ada\u115f': 'Ada',
    'Zoë Ångström 王': 'Zoë Ångström 王',
    '<script>alert(1)</script>': '<script>alert(1)</script>',
    '👩‍🔬 Ada': '👩‍🔬 Ada', // joined of two
  }
  for (const [given, name] of Object.entries(tidied)) {
    it(`${JSON.stringify(given)} becomes ${JSON.stringify(name)}, at the door and by a change`, async () => {
      const { room, host, members: [a] } = await classroom.open(1)
      const newcomer = await classroom.join(room, { name: given })
      assert.equal(newcomer.welcome.name, name)
      await newcomer.leave()
      classroom.server.viewers.delete(newcomer)
      await a.order('rename', { name: given })
      const [event] = await heard([host, a], 'member', 0)
      assert.deepEqual([event.seat, event.name], [seatOf(a), name])
    })
  }

  it('nothing that can be seen is no name: the server gives one', async () => {
    const { room } = await classroom.open(0)
    for (const given of ['', '   ', '\u00a0\u2003', '\u200b\u200d', '\ufe0f', '\u2800']) {
      const { welcome } = await classroom.join(room, { name: given })
      assert.match(welcome.name, /^Guest \d+$/, JSON.stringify(given))
    }
  })

  it('those who look alike are numbered, whatever spaces and capitals they use', async () => {
    const { room } = await classroom.open(0)
    const names = []
    for (const given of ['Ada', 'Ada', ' Ada ', 'A\u200bda', 'ADA', 'Ada 2', 'Ada\u00a02', 'Adа']) {
      names.push((await classroom.join(room, { name: given })).welcome.name)
    }
    assert.deepEqual(names, ['Ada', 'Ada 2', 'Ada 3', 'Ada 4', 'ADA 5', 'Ada 2 2', 'Ada 2 3',
      'Adа']) // the last one has a Cyrillic letter: another name
  })

  it('a number fits into 40 bytes, and no character is cut', async () => {
    const { room } = await classroom.open(0)
    const long = 'ä'.repeat(20)
    const names = []
    for (let i = 0; i < 11; i++) names.push((await classroom.join(room, { name: long })).welcome.name)
    assert.equal(names[0], long)
    assert.equal(names[1], `${'ä'.repeat(19)} 2`)
    assert.equal(names[10], `${'ä'.repeat(18)} 11`)
    for (const name of names) assert.ok(Buffer.byteLength(name) <= 40)
  })

  it('a name is free again once its owner has left; who comes back finds it taken', async () => {
    const { room, members: [a] } = await classroom.open(1)
    await a.leave()
    classroom.server.viewers.delete(a)
    const other = await classroom.join(room, { name: 'A' })
    assert.equal(other.welcome.name, 'A')
    const back = await classroom.join(room, { resume: a.welcome.resume })
    assert.equal(seatOf(back), seatOf(a))
    assert.equal(back.welcome.name, 'A 2')
  })

  it('one’s own name may be changed by everybody, another’s by hosts, and all hear of it', async () => {
    const { host, members: [a, b] } = await classroom.open(2)
    await a.order('rename', { name: 'Ada' })
    const all = [b, a, host]
    for (const { seat, name } of await heard(all, 'member', 0)) assert.deepEqual([seat, name], [seatOf(a), 'Ada'])
    await a.refused('too_fast', 'rename', { name: 'Flicker' })
    await sleep(1050)
    await a.order('rename', { seat: seatOf(a), name: 'Grace' })
    await heard(all, 'member', 0, ({ name }) => name === 'Grace')
    await sleep(1050)
    await a.refused('not_allowed', 'rename', { seat: seatOf(b), name: 'Silly' })
    await host.order('rename', { seat: seatOf(b), name: 'Grace' })
    await heard(all, 'member', 0, ({ seat, name }) => seat === seatOf(b) && name === 'Grace 2')
    await sleep(1050)
    await a.order('rename', { name: 'Grace' })
    await a.settle()
    assert.equal(a.room.seats.get(seatOf(a)).name, 'Grace', 'one’s own name is not in one’s way')
    await host.until(() => host.roster?.some(({ name }) => name === 'Grace 2'), 'the roster tells the same')
  })

  it('who only watches may still be called something else', async () => {
    const { host, members: [a] } = await classroom.open(1)
    await host.order('watch', { seat: seatOf(a), on: true })
    await a.order('rename', { name: 'Ada' })
    await host.event('member', 0, ({ name }) => name === 'Ada')
  })

  it('what cannot be a name is refused, at the door and later, and the old one stays', async () => {
    const { room, members: [a] } = await classroom.open(1)
    const wrong = ['a\0', 'a\nb', '\x1b[31m', '\x7f', '\x85', 'a\u2028b', '\u202eabc', '\u2066abc', '\u200fabc',
      'x'.repeat(41), 'ä'.repeat(21)]
    for (const name of wrong) {
      await a.refused('bad_name', 'rename', { name })
      const knocker = classroom.knock(room, { name })
      await knocker.until(() => knocker.refusals.length > 0, 'a refusal')
      assert.equal(knocker.refusals[0].code, 'bad_name', JSON.stringify(name))
    }
    assert.match(await a.refused('missing_field', 'rename', {}), /name/)
    for (const name of [null, 7, ['A'], { a: 1 }]) {
      assert.match(await a.refused('bad_type', 'rename', { name }), /name/)
    }
    await a.settle()
    assert.equal(a.room.seats.get(seatOf(a)).name, 'A')
  })
})
