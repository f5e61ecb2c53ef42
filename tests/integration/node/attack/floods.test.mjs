// More commands than anybody gives, and one who does not read the answers.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { encode } from '@msgpack/msgpack'
import { Follower } from '../lib/follower.mjs'
import { frame, OPCODE } from '../lib/raw_socket.mjs'
import { full, sleep } from '../lib/server.mjs'
import { siege } from './siege.mjs'

const packed = (value) => Buffer.from(encode(value))
const at = [0, 1, 0]
const answers = (raw) => raw.messages.filter((m) => m.type === 'ack' || m.type === 'refused')
const count = (list, code) => list.filter((m) => (m.code ?? m.type) === code).length

siege('commands without number', { concurrency: 4 }, (attack) => {
  // Sends all in one piece, and reads the answers.
  async function barrage(raw, messages) {
    raw.write(Buffer.concat(messages.map((message) => frame(OPCODE.binary, packed(message)))))
    await raw.until(() => answers(raw).length >= messages.length || raw.closeCode !== undefined, 'all answers')
    return answers(raw)
  }

  it('gusts: so many blow at once, and others are too_many_gusts', async () => {
    const { room, host_key } = await attack.server.createRoom({ scene: 'rope' })
    const raw = await attack.join({ room, host_key })
    const gust = { type: 'gust', direction: [1, 0, 0], strength: 1, duration: 5 }
    const got = await barrage(raw, Array.from({ length: 100 }, (_, seq) => ({ ...gust, seq })))
    assert.ok(count(got, 'ack') <= 8, `${count(got, 'ack')} blow`)
    assert.equal(count(got, 'too_many_gusts') + count(got, 'ack'), 100)
  })

  it('grabs: so many hands of one member, and others are too_many_hands or no hands', async () => {
    const raw = await attack.join()
    const got = await barrage(raw, Array.from({ length: 100 }, (_, seq) =>
      ({ type: 'grab', seq, hand: seq, particle: 1 + (seq % 20), at })))
    assert.equal(count(got, 'ack'), 10)
    assert.equal(count(got, 'too_many_hands') + count(got, 'out_of_range'), 90)
  })

  it('grabs of thirty members: no more hands than a room may have', async () => {
    const { room, host_key } = await attack.server.createRoom({ scene: 'cloth' })
    let taken = 0
    for (let i = 0; i < 30; i++) {
      const raw = await attack.join({ room, host_key })
      const got = await barrage(raw, Array.from({ length: 10 }, (_, seq) =>
        ({ type: 'grab', seq, hand: seq, particle: 200 + seq, at })))
      taken += count(got, 'ack')
      assert.equal(count(got, 'ack') + count(got, 'too_many_hands'), 10)
    }
    assert.equal(taken, 256)
  })

  it('moves: coalesced, none is lost', async () => {
    const raw = await attack.join()
    await barrage(raw, [{ type: 'grab', seq: 0, hand: 0, particle: 5, at }])
    raw.write(Buffer.concat(Array.from({ length: 200 }, (_, i) =>
      frame(OPCODE.binary, packed({ type: 'move', seq: 1 + i, hand: 0, at: [i / 200, 1, 0] })))))
    await raw.message('ack', ({ seq }) => seq === 200)
  })

  it('beyond commands-per-s-max: too_fast, and 1008 for far too many', async () => {
    const raw = await attack.join()
    for (let i = 0; i < 50 && raw.closeCode === undefined; i++) { // fewer than may wait for it, each time
      const before = answers(raw).length
      raw.write(Buffer.concat(Array.from({ length: 400 }, (_, seq) =>
        frame(OPCODE.binary, packed({ type: 'release', seq, hand: 0 })))))
      await raw.until(() => answers(raw).length >= before + 400 || raw.closeCode !== undefined, 'answers')
    }
    assert.equal(await raw.end(), 1008)
    assert.ok(count(answers(raw), 'too_fast') > 500)
  })

  it('ones whose answers nobody reads: closed, with 1008 or 1013 if it can still be told', async () => {
    const raw = await attack.join()
    raw.socket.pause()
    const many = Buffer.concat(Array.from({ length: 1000 }, (_, seq) =>
      frame(OPCODE.binary, packed({ type: 'release', seq, hand: 0 }))))
    for (let i = 0; i < 50; i++) raw.write(many)
    await attack.assertServed()
    raw.socket.resume()
    assert.ok([1008, 1013, undefined].includes(await raw.end()))
  })

  it('set, two thousand times: each is answered, and all see the last', async () => {
    const { room, host_key } = await attack.server.createRoom({ scene: 'rope' })
    const witness = await Follower.join(attack.server, { room, rate: 60 })
    let last
    for (let i = 0; i < 10; i++) {
      const raw = await attack.join({ room, host_key })
      const got = await barrage(raw, Array.from({ length: 200 }, (_, seq) =>
        ({ type: 'set', seq, parameter: 'gravity', value: (last = (i * 200 + seq) / 100) })))
      assert.equal(count(got, 'ack'), 200)
    }
    const value = Math.fround(last)
    await witness.until(() => witness.room.parameter('gravity').value === value, 'the last value')
    await witness.leave()
  })

  it('set, with a new world each time: each is answered, and all see the last', async () => {
    const { room, host_key } = await attack.server.createRoom({ scene: 'cloth' })
    const witness = await Follower.join(attack.server, { room, rate: 60 })
    const raw = await attack.join({ room, host_key })
    const got = await barrage(raw, Array.from({ length: 100 }, (_, seq) =>
      ({ type: 'set', seq, parameter: 'columns', value: 8 + (seq % 8) })))
    assert.equal(count(got, 'ack') + count(got, 'busy'), 100, JSON.stringify(got.at(-1)))
    const last = got.filter((m) => m.type === 'ack').at(-1).seq
    await witness.until(() => witness.room.parameter('columns').value === 8 + (last % 8), 'the last world')
    await witness.leave()
  })

  it('measure, with another rate and particle each time: each is answered, a step is measured once', async () => {
    const { room, host_key } = await attack.server.createRoom({ scene: 'rope' })
    const measured = () => attack.counter('measured_total')
    const raws = []
    for (let i = 0; i < 6; i++) raws.push(await attack.join({ room, host_key }))
    const before = await measured()
    const rates = [60, 30, 20, 10, 1, 0]
    const got = await Promise.all(raws.map((raw, i) => barrage(raw, Array.from({ length: 200 }, (_, seq) =>
      ({ type: 'measure', seq, rate: rates[(i + seq) % 6], particle: (7 * i + seq) % 40 })))))
    for (const list of got) assert.equal(count(list, 'ack') + count(list, 'too_many_probes'), 200)
    const steps = Number(raws[0].messages.findLast((m) => m.type === 'tick').step)
    assert.ok((await measured()) - before <= steps + 100, 'not once for every question')
    await attack.assertServed()
  })

  it('measure, and then silence: those who are gone are not measured for, and hold no places', async () => {
    const { room, host_key } = await attack.server.createRoom({ scene: 'chain' })
    for (let round = 0; round < 3; round++) {
      const raws = []
      for (let i = 0; i < 4; i++) raws.push(await attack.join({ room, host_key }))
      for (const [i, raw] of raws.entries()) {
        let got
        do { // the last round's may be about to leave
          raw.messages.length = 0
          got = await barrage(raw, [{ type: 'measure', seq: 1, rate: 60, particle: 1 + 4 * round + i }])
        } while (got[0].code === 'too_many_probes')
        assert.equal(got[0].type, 'ack')
      }
      for (const raw of raws) raw.destroy()
    }
  })

  it('measures that nobody reads: they do not pile up', async () => {
    const { room, host_key } = await attack.server.createRoom({ scene: 'cloth' })
    const raw = await attack.join({ room, host_key, rate: 1 })
    await barrage(raw, [{ type: 'measure', seq: 1, rate: 60, particle: 3 }])
    raw.socket.pause()
    const before = await attack.server.residentBytes()
    await sleep(full ? 30_000 : 3000)
    assert.ok((await attack.server.residentBytes()) - before < 12e6, 'its queue is bounded')
    raw.socket.resume()
    await raw.message('measures')
  })

  it('trace, hundreds of times by many: one a second each, and others keep their beat', async () => {
    const { room, host_key } = await attack.server.createRoom({ scene: 'cloth' })
    const raws = []
    for (let i = 0; i < 10; i++) raws.push(await attack.join({ room, host_key }))
    await barrage(raws[0], [{ type: 'pause', seq: 1000 }])
    raws[0].messages.length = 0
    const cpu = await attack.cpuSeconds()
    await Promise.all(raws.map(async (raw) => {
      raw.write(Buffer.concat(Array.from({ length: 100 }, (_, seq) =>
        frame(OPCODE.binary, packed({ type: 'trace', seq })))))
      const told = () => raw.messages.filter((m) => ['trace', 'refused'].includes(m.type)).length
      await raw.until(() => told() >= 100, 'an answer to each')
      assert.ok(raw.messages.filter((m) => m.type === 'trace').length <= 2)
      assert.ok(count(raw.messages, 'too_fast') >= 97)
    }))
    const spent = (await attack.cpuSeconds()) - cpu
    assert.ok(spent < 10, `${spent} s of computing`)
    await attack.assertServed()
  })

  it('state, hundreds of times: no more than are asked for, and frames go on', async () => {
    const raw = await attack.join()
    raw.write(Buffer.concat(Array(200).fill(frame(OPCODE.binary, packed({ type: 'state' })))))
    await raw.message('state')
    await attack.assertServed()
    assert.ok(raw.messages.filter((m) => m.type === 'state').length <= 200)
  })

  it('one who does not read for long, then reads on: no event missed, a new frame, or 1013', async () => {
    const raw = await attack.join({ room: 'CLOTH', rate: 60 })
    raw.socket.pause()
    const paused = attack.honest[2].frameStep // of CLOTH
    const growth = await attack.server.residentBytes()
    await sleep(full ? 30_000 : 4000)
    assert.ok((await attack.server.residentBytes()) - growth < 12e6, 'its queue is bounded')
    const resumed = attack.honest[2].frameStep
    assert.ok(resumed > paused, 'others have their frames')
    raw.socket.resume()
    const fresh = () => raw.messages.some((m) => m.type === 'tick' && m.frame && m.step >= resumed)
    await raw.until(() => fresh() || raw.closeCode === 1013, 'a frame of now, or 1013')
    let cursor
    for (const message of raw.messages) {
      if (message.state) cursor = message.state.e
      if (message.type !== 'tick') continue
      assert.equal(message.e0, cursor, 'the rule of e0')
      cursor = message.e
    }
  })
})
