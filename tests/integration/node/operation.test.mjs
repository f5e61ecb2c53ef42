// Starting, stopping, and what the server says while it runs.
import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, it } from 'node:test'
import { Follower } from './lib/follower.mjs'
import { RawSocket } from './lib/raw_socket.mjs'
import { flagsFor, full, makeFolder, run, runInTerminal, Server, sleep, within } from './lib/server.mjs'

// Exit code 2, one sentence for people on stderr, and nothing else.
async function assertRefusedToStart(flags, says, environment) {
  const { code, stdout, stderr } = await run(flags, environment)
  const shown = `${flags.join(' ')} ${JSON.stringify(environment ?? {})}\n${stderr}`
  assert.equal(code, 2, shown)
  assert.match(stderr, /^ropewalk: [^\n]+\n$/, shown)
  assert.match(stderr, says, shown)
  assert.equal(stdout, '', shown)
}

describe('starting', () => {
  let folder, server
  afterEach(async () => {
    if (folder) await rm(folder, { recursive: true, force: true })
    if (server) await server.stop()
    folder = server = undefined
  })

  it('--help and --version answer and end', async () => {
    const help = await run(['--help'])
    assert.deepEqual([help.code, help.stderr], [0, ''])
    for (const flag of ['--port', 'ROPEWALK_PORT', '--data', '--viewers-max', '--version']) {
      assert.ok(help.stdout.includes(flag), flag)
    }
    const version = await run(['--version'])
    assert.deepEqual([version.code, version.stderr], [0, ''])
    assert.match(version.stdout, /^ropewalk \d+\.\d+\.\d+\n$/)
  })

  it('steps with the vectors that it was told to', async () => {
    server = await Server.start('--simd', 'scalar', '--metrics', 'open')
    const { welcome } = await Follower.join(server, { room: 'CLOTH' })
    assert.equal(welcome.simd, 'scalar')
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    assert.match(metrics, /^ropewalk_simd_info\{simd="scalar"\} 1$/m)
  })

  it('a wrong flag or value is named in one sentence', async () => {
    folder = await makeFolder()
    const good = flagsFor(folder)
    const wrong = [
      [['--nonsense'], /--nonsense/],
      [['-x'], /-x/],
      [['--port'], /--port/],
      [['surprise'], /surprise/],
      ...['65536', '-1', 'http', '80x', '1e3', ' ', ''].map((v) => [['--port', v], /--port.*65535/]),
      [['--workers', '65'], /--workers.*64/],
      [['--rooms-max', '2'], /--rooms-max.*3 to/],
      [['--rooms-max', '99999999999999999999'], /--rooms-max/],
      [['--viewers-max', '0'], /--viewers-max/],
      [['--hands-per-seat-max', '11'], /--hands-per-seat-max/],
      [['--simd', 'mmx'], /--simd.*auto, scalar, sse2, neon, avx2 or avx512.*mmx/],
      [['--create', 'maybe'], /--create.*open, key or off.*maybe/],
      [['--data', 'x'.repeat(5000)], /--data.*longer/],
      [['--listen', '300.1.2.3'], /300\.1\.2\.3/],
      [['--listen', '192.0.2.1'], /192\.0\.2\.1/],
    ]
    for (const [flags, says] of wrong) await assertRefusedToStart([...good, ...flags], says)
    await assertRefusedToStart(good, /ROPEWALK_ROOMS_MAX/, { ROPEWALK_ROOMS_MAX: 'many' })
  })

  it('a port in use is named in one sentence', async () => {
    server = await Server.start()
    const flags = [...flagsFor(server.folder), '--port', String(server.port)]
    await assertRefusedToStart(flags, new RegExp(`port ${server.port}.*in use`))
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  })

  it('a folder without a client is named in one sentence', async () => {
    folder = await makeFolder()
    await rm(join(folder, 'www/index.html'))
    await assertRefusedToStart(flagsFor(folder), /www/)
    await rm(join(folder, 'www'), { recursive: true })
    await assertRefusedToStart(flagsFor(folder), /www/)
  })

  it('a data folder that cannot be one is named in one sentence', async () => {
    folder = await makeFolder()
    const data = join(folder, 'data')
    await writeFile(data, 'a file in its place')
    for (const mode of [0o600, 0o755]) {
      await chmod(data, mode)
      await assertRefusedToStart(flagsFor(folder), /data/)
    }
    await rm(data)
    await assertRefusedToStart([...flagsFor(folder), '--data', join(folder, 'no/such/place')],
      /no\/such\/place/)
  })
})

describe('secrets', () => {
  let server
  afterEach(() => server.stop())

  it('are in a file that only its owner reads, not on stdout', async () => {
    server = await Server.start('--create', 'key')
    const file = join(server.folder, 'data/host-links.txt')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const links = await readFile(file, 'utf8')
    const hosts = [...links.matchAll(/\/r\/([A-Z]+)#host=(\S+)/g)].map(([, room, host_key]) =>
      ({ room, host_key }))
    const { scenes } = await (await fetch(`${server.url}/api/scenes`)).json()
    assert.deepEqual(hosts.map(({ room }) => room), scenes.map(({ name }) => name.toUpperCase()))
    for (const hello of hosts) {
      const host = await Follower.join(server, hello)
      assert.ok(host.welcome.host)
    }
    const keys = [...links.matchAll(/[2-9A-Z]{40}/g)].map(([key]) => key)
    assert.ok(keys.length > hosts.length)
    assert.match(server.stdout, new RegExp(server.url))
    assert.match(server.stdout, /host-links\.txt/)
    for (const key of keys) assert.ok(!(server.stdout + server.stderr).includes(key))
  })

  it('a file of secrets that others could read is replaced', async () => {
    server = await Server.start()
    const { folder } = server
    await server.stop()
    await mkdir(join(folder, 'data'), { recursive: true })
    server = await Server.start('--create', 'key', '--data', join(folder, 'data'))
    const file = join(folder, 'data/host-links.txt')
    const before = await readFile(file, 'utf8')
    await chmod(file, 0o644)
    await server.stop()
    server = await Server.start('--create', 'key', '--data', join(folder, 'data'))
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.notEqual(await readFile(file, 'utf8'), before)
    await rm(folder, { recursive: true })
  })

  it('nor names and room codes are in the log', async () => {
    server = await Server.start()
    const { room, host_key } = await server.createRoom({ scene: 'rope', title: 'Slartibartfast' })
    const host = await Follower.join(server, { room, host_key, name: 'Zaphod Beeblebrox' })
    const guest = await Follower.join(server, { room, host_key: 'not the key', name: 'Marvin' })
    const { resume } = guest.welcome
    await Follower.knock(server, { room: 'MAGRATHEA' })
    await Follower.join(server, { room: 'CHAIN', name: 'Trillian' })
    await guest.refused('not_allowed', 'reset')
    await host.order('reset')
    await server.dismiss()
    server.child.kill('SIGTERM')
    await server.exited
    for (const secret of [room, host_key, resume, host.welcome.resume, 'Slartibartfast', 'Zaphod',
      'not the key', 'Marvin', 'MAGRATHEA', 'CHAIN', 'Trillian']) {
      assert.ok(!server.stderr.includes(secret), secret)
    }
  })
})

describe('stopping', () => {
  let server
  afterEach(() => server.child.kill('SIGKILL')) // for a test that failed half way

  it('every viewer is told 1001, whatever it is doing, and the server ends with 0', async () => {
    server = await Server.start()
    const rooms = ['CHAIN', 'ROPE', 'CLOTH']
    const viewers = await Promise.all(Array.from({ length: 36 }, (_, i) =>
      Follower.join(server, { room: rooms[i % 3], rate: 60 })))
    const early = await RawSocket.open(server) // has not said hello yet
    const busy = setInterval(() => {
      for (const viewer of viewers.slice(0, 3)) {
        viewer.command('gust', { direction: [1, 0, 0], strength: 1, duration: 0.1 }).catch(() => {})
      }
    }, 5)
    await sleep(200)
    server.child.kill('SIGTERM')
    const codes = await within(Promise.all(viewers.map((viewer) => viewer.closed)), 'all close')
    clearInterval(busy)
    assert.deepEqual(codes.map(({ code }) => code), Array(36).fill(1001))
    for (const { closing } of viewers) assert.equal(closing.retry_s, 5)
    assert.equal(await early.end(), 1001)
    await server.stop()
  })

  it('a viewer that never reads does not keep the server from ending', async () => {
    server = await Server.start()
    const hosted = await server.createRoom(
      { scene: 'cloth', parameters: { columns: 64, rows: 64, iterations: 1 } })
    const mute = await RawSocket.join(server, { room: hosted.room, rate: 60 })
    mute.socket.pause()
    const a = await Follower.join(server, { room: hosted.room, rate: 60 })
    await a.until(() => a.ticks.length > 60, 'frames')
    server.child.kill('SIGTERM')
    assert.equal((await within(a.closed, 'it is told')).code, 1001)
    await server.assertCleanExit()
    mute.destroy()
  })

  it('more signals than one change nothing', async () => {
    server = await Server.start()
    const a = await Follower.join(server, { room: 'CHAIN' })
    const again = setInterval(() => {
      server.child.kill('SIGTERM')
      server.child.kill('SIGINT')
    }, 1)
    assert.equal((await within(a.closed, 'it is told')).code, 1001)
    await server.exited.finally(() => clearInterval(again))
    await server.stop()
  })

  it('SIGINT ends it as well, at once when nobody is there', async () => {
    server = await Server.start()
    server.child.kill('SIGINT')
    await server.assertCleanExit()
  })

  it('while it stops it takes no new connections and is not ready', async () => {
    server = await Server.start()
    const mute = await RawSocket.join(server, { room: 'CHAIN' })
    mute.socket.pause() // keeps the server waiting for its answer to the close frame
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ready = () => new Promise((done) => {
      get(`${server.url}/readyz`, { agent }, (response) => {
        response.resume().on('end', () => done(response.statusCode))
      }).on('error', () => done(0))
    })
    assert.equal(await ready(), 200)
    server.child.kill('SIGTERM')
    await within(server.logged('draining'), 'it begins to stop')
    assert.equal(await ready(), 503)
    const late = await RawSocket.connect(server).then((raw) => within(raw.ended, 'refused')
      .then(() => 'refused'), () => 'refused')
    assert.equal(late, 'refused')
    mute.destroy()
    agent.destroy()
    await server.assertCleanExit()
  })
})

describe('keeping time', () => {
  let server
  afterEach(() => server.stop())

  it('steps made and steps reported lost add up to the time that passed', async () => {
    // As much to do at the end as at the start: how late ticks come must not change meanwhile.
    server = await Server.start()
    await sleep(6000) // until the demo rooms, which nobody is in, stand still
    const seconds = full ? 30 : 5
    const hosted = await server.createRoom({ scene: 'cloth' })
    const joined = () => RawSocket.join(server, { room: hosted.room, rate: 60 })
    const crowd = await Promise.all(Array.from({ length: 49 }, joined))
    for (const [i, viewer] of crowd.entries()) {
      if (i === 0) viewer.socket.pause() // never reads
      else viewer.ignore()
    }
    const a = await Follower.join(server, { room: hosted.room, rate: 60 })
    // Half a second in the middle is taken from the server: it must tell what it lost of it.
    await sleep(seconds * 500)
    server.child.kill('SIGSTOP')
    await sleep(500)
    server.child.kill('SIGCONT')
    await sleep(seconds * 500)

    // Our clock, read when a tick came that was quick to come, early and late in that time.
    const { ticks } = a
    const lateness = (tick) => tick.arrived - tick.time
    const quickest = (some) => some.reduce((x, y) => (lateness(x) <= lateness(y) ? x : y))
    const first = quickest(ticks.slice(0, ticks.length / 4))
    const last = quickest(ticks.slice(-ticks.length / 4))
    const due = ((last.arrived - first.arrived) / 1000) * 60
    const told = last.step + last.lost - first.step - first.lost
    assert.ok(Math.abs(told - due) <= 2, `${told} steps told of where ${due} were due`)
    const byItsClock = ((last.time - first.time) / 1000) * 60
    assert.ok(Math.abs(told - byItsClock) <= 2, `${told} steps told, ${byItsClock} by its clock`)
    const lost = last.lost - first.lost
    assert.ok(lost >= 20, `only ${lost} steps were lost while the server stood still`)
    assert.equal(a.room.scene.h, 1 / 60)
    for (const viewer of crowd) viewer.destroy()
  })
})

describe('subcommands', () => {
  let server
  afterEach(() => server.stop())

  const flags = () => ['--listen', '127.0.0.1', '--port', String(server.port), '--data',
    join(server.folder, 'data')]

  it('health tells whether the server answers', async () => {
    server = await Server.start()
    assert.deepEqual(await run(['health', ...flags()]), { code: 0, stdout: '', stderr: '' })
    const nobody = await run(['health', '--listen', '127.0.0.1', '--port', '1'])
    assert.equal(nobody.code, 1)
    assert.match(nobody.stderr, /^ropewalk: [^\n]+\n$/)
  })

  it('host-link gives a room a new host key, and the old one no longer counts', async () => {
    server = await Server.start()
    const { room, host_key } = await server.createRoom({ scene: 'rope' })
    const host = await Follower.join(server, { room, host_key })
    const { code, stdout, stderr } = await run(['host-link', room.toLowerCase(), ...flags()])
    assert.deepEqual([code, stderr], [0, ''])
    const [, link, key] = /^(\S+)#host=([2-9A-Z]{40})\n$/.exec(stdout)
    assert.equal(link, `${server.url}/r/${room}`)
    const renewed = await Follower.join(server, { room, host_key: key })
    assert.ok(renewed.welcome.host)
    const late = await Follower.join(server, { room, host_key })
    assert.equal(late.welcome.host, false)
    assert.equal(late.refusals[0].code, 'bad_key')
    await host.order('reset')
    for (const line of [stdout, key]) assert.ok(!server.stderr.includes(line.trim()))
  })

  it('host-link shows a QR code as well to somebody who looks on', async () => {
    server = await Server.start()
    const { code, stdout } = await runInTerminal(['host-link', 'ROPE', ...flags()])
    assert.equal(code, 0)
    const [link, ...rows] = stdout.replaceAll('\r', '').trimEnd().split('\n')
    assert.match(link, /\/r\/ROPE#host=[2-9A-Z]{40}$/)
    assert.ok(rows.length > 15 && rows.every((row) => /^ +\x1b\[30;107m[ █▀▄]+\x1b\[0m$/.test(row)),
      stdout)
    assert.equal(new Set(rows.map((row) => row.length)).size, 1, 'a square')
  })

  it('host-link says in one sentence what is wrong', async () => {
    server = await Server.start()
    const wrong = [[['host-link'], 2], [['host-link', 'no code!', ...flags()], 2],
      [['host-link', 'NOROOM', ...flags()], 1],
      [['host-link', 'CHAIN', ...flags(), '--data', join(server.folder, 'nowhere')], 1]]
    for (const [words, expected] of wrong) {
      const { code, stdout, stderr } = await run(words)
      assert.deepEqual([code, stdout], [expected, ''], words.join(' '))
      assert.match(stderr, /^ropewalk: [^\n]+\n$/, words.join(' '))
    }
  })
})
