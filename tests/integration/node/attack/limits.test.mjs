// More connections, handshakes and guesses than one address may have. Attackers come from other
// addresses of the loopback network than the honest, so that it shows whom a limit strikes.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Follower } from '../lib/follower.mjs'
import { upgrade } from '../lib/raw_socket.mjs'
import { full, sleep, within } from '../lib/server.mjs'
import { HONEST_COUNT, siege } from './siege.mjs'

const attacker = { from: '127.0.0.66' }

siege('limits of an address', {
  flags: ['--connections-per-address-max', '80', '--handshakes-per-s-max', '60', '--guesses-per-minute-max', '10'],
}, (attack) => {
  const hello = (room) => ({ type: 'hello', version: 1, room, encodings: ['f32'] })

  // The outcome of one guess: its refusal and close code, or 'welcome'.
  async function guess(room, options) {
    const raw = await attack.open(options)
    raw.send(hello(room))
    const first = await raw.until(() => raw.messages[0], 'an answer')
    if (first.type === 'welcome') return 'welcome'
    return `${first.code} ${await raw.end()}`
  }

  it('connections beyond the limit are cut, and some of the honest are let in', async () => {
    const all = []
    for (let i = 0; i < 200; i++) all.push(await attack.connect(attacker))
    const outcomes = await Promise.all(all.map((raw) =>
      raw.request(['GET /healthz HTTP/1.1', `Host: ${attack.server.host}`])))
    assert.equal(outcomes.filter((status) => status === 200).length, 80)
    assert.equal(outcomes.filter((status) => status === 0).length, 120, 'the others are cut off')
    await (await Follower.join(attack.server, { room: 'ROPE' })).leave()
    for (const raw of all) raw.destroy()
    await within((async () => {
      while ((await (await attack.connect(attacker)).request(['GET /healthz HTTP/1.1',
        `Host: ${attack.server.host}`])) !== 200) await sleep(50)
    })(), 'there is room again')
  })

  it('handshakes beyond the limit are cut, and some of the honest are let in', async () => {
    const from = { from: '127.0.0.67' }
    const all = await Promise.all(Array.from({ length: 80 }, () => attack.connect(from)))
    const started = performance.now()
    const outcomes = await Promise.all(all.map((raw) => raw.request(upgrade(attack.server))))
    const seconds = (performance.now() - started) / 1000
    const taken = outcomes.filter((status) => status === 101).length
    assert.ok(taken >= 60 && taken <= 60 + 60 * seconds + 1, `${taken} were taken`)
    assert.equal(outcomes.filter((status) => status === 0).length, 80 - taken, 'the others are cut off')
    await (await Follower.join(attack.server, { room: 'ROPE' })).leave()
    for (const raw of all) raw.destroy()
  })

  it('wrong codes beyond the limit: too_fast and 1013, for right ones too; who is in stays', async () => {
    const from = { from: '127.0.0.68' }
    const joined = await attack.join({}, from)
    const outcomes = []
    for (let i = 0; i < 20; i++) outcomes.push(await guess(`WRONG${i}`, from))
    assert.ok(outcomes.slice(0, 10).every((outcome) => outcome === 'no_such_room 4004'), outcomes.join())
    assert.ok(outcomes.includes('too_fast 1013'))
    assert.ok(outcomes.every((outcome) => ['no_such_room 4004', 'too_fast 1013'].includes(outcome)))
    joined.send({ type: 'ping', time: 1 })
    await joined.message('pong')
    await (await Follower.join(attack.server, { room: 'CHAIN' })).leave() // from where the honest are
  })

  it('a forged X-Forwarded-For is not believed', async () => {
    const outcomes = []
    for (let i = 0; i < 15; i++) {
      outcomes.push(await guess('WRONG', { from: '127.0.0.69', headers: { 'X-Forwarded-For': `192.0.2.${i}` } }))
    }
    assert.ok(outcomes.includes('too_fast 1013'), outcomes.join())
  })
})

siege('limits behind a proxy', {
  flags: ['--trusted-proxies', '127.0.0.99', '--connections-per-address-max', '60', '--guesses-per-minute-max', '5'],
}, (attack) => {
  const through = (forwarded) => ({ from: '127.0.0.99', headers: { 'X-Forwarded-For': forwarded } })
  async function guesses(options, room = 'WRONG') {
    const codes = []
    for (let i = 0; i < 8; i++) {
      const raw = await attack.open(options(i))
      raw.send({ type: 'hello', version: 1, room, encodings: ['f32'] })
      const first = await raw.until(() => raw.messages[0], 'an answer')
      codes.push(first.code ?? first.type)
      raw.destroy()
    }
    return codes
  }

  it('each address that the proxy names has its own limits', async () => {
    const codes = await guesses((i) => through(`192.0.2.${i}`))
    assert.deepEqual(codes, Array(8).fill('no_such_room'))
    assert.ok((await guesses(() => through('192.0.2.100'))).includes('too_fast'))
    assert.deepEqual(await guesses(() => through('192.0.2.101'), 'CHAIN'), Array(8).fill('welcome'))
  })

  const forged = {
    'what the client itself wrote before it': (i) => through(`198.51.100.${i}, 203.0.113.1`),
    'a header of its own before it': (i) => through(`198.51.100.${i}\r\nX-Forwarded-For: 203.0.113.2`),
    'what is no address': (i) => through(`not-an-address-${i}`),
    'nothing': () => ({ from: '127.0.0.99' }),
    'addresses of one IPv6 network': (i) => through(`2001:db8:0:1::${i + 1}`),
    'the same in another spelling': (i) => through(i % 2 ? '203.0.113.3' : '::ffff:203.0.113.3'),
  }
  for (const [what, options] of Object.entries(forged)) {
    it(`the limit is not evaded by ${what}`, async () => {
      assert.ok((await guesses(options)).includes('too_fast'))
    })
  }

  it('a list too long for any honest proxy is refused', async () => {
    await assert.rejects(attack.open(through(Array(100).fill('192.0.2.1').join(', '))), /answered with 0/)
  })

  it('who does not come through the proxy is not believed', async () => {
    const codes = await guesses((i) => ({ ...through(`192.0.2.${i}`), from: '127.0.0.70' }))
    assert.ok(codes.includes('too_fast'), codes.join())
  })

  it('connections are counted by the address that the proxy names', async () => {
    const opened = await Promise.allSettled(Array.from({ length: 70 }, () => attack.open(through('192.0.2.200'))))
    assert.equal(opened.filter(({ status }) => status === 'fulfilled').length, 60)
    await attack.open(through('192.0.2.201'))
  })
})

const DESCRIPTORS = 200

siege('no descriptors left', { command: ['bash', '-c', `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`] }, (attack) => {
  it('the server waits without spinning, serves who is there, and recovers', async () => {
    const SPAN_S = full ? 5 : 2
    const busy = async () => {
      const before = await attack.cpuSeconds()
      await sleep(SPAN_S * 1000)
      return (await attack.cpuSeconds()) - before
    }
    const usual = await busy()
    const all = await Promise.all(Array.from({ length: 2 * DESCRIPTORS }, () => attack.connect(attacker)))
    await attack.assertServed()
    assert.ok((await attack.descriptors()) < DESCRIPTORS, 'some are kept for itself')
    assert.ok((await attack.descriptors()) > HONEST_COUNT + 20, 'the attack takes what there is')
    const during = await busy()
    assert.ok(during - usual < 0.3 * SPAN_S, `${during} s of ${SPAN_S} s in place of ${usual} s`)
    await attack.assertServed()
    for (const raw of all) raw.destroy()
    await (await Follower.join(attack.server, { room: 'ROPE' })).leave()
  })
})
