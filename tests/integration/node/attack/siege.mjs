// A server under attack: fifty honest viewers stay connected, strict followers all, and must lose no
// event and see no gap; afterwards the server holds no more memory and descriptors than before.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { Follower } from '../lib/follower.mjs'
import { RawSocket } from '../lib/raw_socket.mjs'
import { DEADLINE_MS, Server, sleep } from '../lib/server.mjs'

export const HONEST_COUNT = 50
const ROOMS = ['CHAIN', 'ROPE', 'CLOTH']

// The allocator keeps some of what is freed, a sanitizer more, and the more the more rooms run: this
// is for what grows without end.
const GROWTH_BYTES_MAX = /asan/.test(process.env.ROPEWALK_BIN) ? 30e6 : 12e6

// On a machine that is busy with other things as well; what attackers do lasts longer.
const GAP_STEPS_MAX = 120

/** A group of tests, so many at once, against one server with these flags. */
export function siege(name, { flags = [], command = [], concurrency = 1 }, define) {
  describe(name, { concurrency }, () => {
    const it = new Siege()
    before(() => it.begin(command, flags))
    after(() => it.end())
    define(it)
  })
}

export class Siege {
  async begin(command, flags) {
    const given = typeof flags === 'function' ? await flags() : flags
    this.server = await Server.startBy(command, '--metrics', 'open', ...given)
    this.attackers = []
    this.honest = await Promise.all(Array.from({ length: HONEST_COUNT }, (_, i) =>
      Follower.join(this.server, { room: ROOMS[i % 3], rate: i < 3 ? 60 : 10 })))
    await this.assertServed() // so that all that a quiet server needs is allocated
    this.descriptorsBefore = await this.descriptors()
    this.residentBefore = await this.server.residentBytes()
  }

  // ---- attackers, sent home at the end ---------------------------------------------------------

  async keep(connecting) {
    const raw = await connecting
    this.attackers.push(raw)
    return raw
  }

  connect(options) {
    return this.keep(RawSocket.connect(this.server, options))
  }

  open(options) {
    return this.keep(RawSocket.open(this.server, options))
  }

  join(hello, options) {
    return this.keep(RawSocket.join(this.server, { room: 'CHAIN', ...hello }, options))
  }

  // ---- what must stay true ---------------------------------------------------------------------

  async descriptors() {
    return (await readdir(`/proc/${this.server.child.pid}/fd`)).length
  }

  /** Seconds that the server has computed for. */
  async cpuSeconds() {
    const stat = await readFile(`/proc/${this.server.child.pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100 // ticks, of which Linux reports 100 a second
  }

  /** What one viewer of each room does reaches all, under the same number, and frames go on. */
  async assertServed() {
    for (const room of ROOMS) {
      const viewers = this.honest.filter((viewer) => viewer.room.code === room)
      const [first] = viewers
      const from = first.cursor
      await first.order('gust', { direction: [1, 0, 0], strength: 0, duration: 0.02 })
      const mine = (event) => event.seat === first.welcome.seat
      const { number } = await first.event('gust', from, mine)
      for (const viewer of viewers) {
        const seen = await viewer.event('gust', number - 1)
        assert.equal(seen.number, number, `${room}: one event, one number`)
        await viewer.frameAfter()
      }
    }
  }

  assertNoGap() {
    for (const { ticks, states } of this.honest) {
      assert.equal(states, 0, 'an honest viewer lost events and was sent a whole state')
      const frames = ticks.filter((tick) => tick.frame)
      for (let i = 1; i < frames.length; i++) {
        const gap = frames[i].step - frames[i - 1].step
        assert.ok(gap <= GAP_STEPS_MAX, `${gap} steps without a frame`)
      }
    }
  }

  /** Sends the attackers home; whatever they cost must come back. */
  async assertRecovered() {
    for (const raw of this.attackers.splice(0)) raw.destroy()
    const deadline = performance.now() + DEADLINE_MS
    let more, growth
    do {
      await sleep(100)
      more = (await this.descriptors()) - this.descriptorsBefore
      growth = (await this.server.residentBytes()) - this.residentBefore
    } while ((more > 0 || growth > GROWTH_BYTES_MAX) && performance.now() < deadline)
    assert.ok(more <= 0, `${more} descriptors more than before the attack`)
    assert.ok(growth <= GROWTH_BYTES_MAX, `${growth} bytes more than before the attack`)
  }

  async end() {
    try {
      if (this.server.child.exitCode !== null) return // the test itself has stopped it
      await this.assertServed()
      this.assertNoGap()
      await this.assertRecovered()
      const metrics = await this.metrics()
      for (const name of ['not_finite', 'posts_lost']) {
        assert.match(metrics, new RegExp(`^ropewalk_${name}_total 0$`, 'm'))
      }
    } finally {
      for (const raw of this.attackers) raw.destroy()
      const left = await Promise.allSettled(this.honest.map((viewer) => viewer.leave()))
      this.server.viewers.clear()
      await this.server.stop()
      for (const { reason } of left) assert.ifError(reason)
    }
  }

  async counter(name) {
    return Number(new RegExp(`^ropewalk_${name} (\\d+)$`, 'm').exec(await this.metrics())[1])
  }

  async metrics() {
    const { get } = this.server.tls ? https : http
    const links = await readFile(join(this.server.folder, 'data/host-links.txt'), 'utf8')
    const key = /Key for \/metrics: +(\S+)/.exec(links)?.[1]
    const headers = key ? { authorization: `Bearer ${key}` } : {}
    const options = { agent: false, rejectUnauthorized: false, headers }
    const [answer] = await once(get(`${this.server.url}/metrics`, options), 'response')
    return (await answer.setEncoding('utf8').toArray()).join('')
  }
}

/** The statuses of all answers that have come so far. */
export const statuses = (raw) =>
  [...raw.bytes.toString('latin1').matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, code]) => Number(code))
