// HTTP beside the WebSocket.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join as joinPath } from 'node:path'
import { deflateSync } from 'node:zlib'
import { after, afterEach, before, describe, it } from 'node:test'
import { Follower } from './lib/follower.mjs'
import { ask } from './lib/http.mjs'
import { RawSocket } from './lib/raw_socket.mjs'
import { full, Server, sleep, within } from './lib/server.mjs'

const create = (server, body, headers = {}) => ask(server, '/api/rooms', {
  method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers,
})

// The headers that say who may show a page in a frame.
async function policyOf(server, path) {
  const { headers } = await ask(server, path)
  return [headers['content-security-policy'], headers['x-frame-options']]
}

describe('http', () => {
  let server
  before(async () => (server = await Server.start()))
  afterEach(() => server.dismiss())
  after(() => server.stop())

  const json = async (path) => {
    const { status, headers, body } = await ask(server, path)
    assert.equal(status, 200)
    assert.match(headers['content-type'], /^application\/json/)
    return JSON.parse(body)
  }

  it('is healthy and ready', async () => {
    for (const path of ['/healthz', '/readyz']) assert.equal((await ask(server, path)).status, 200)
  })

  it('serves the client at the root and at the link of a room', async () => {
    const page = await readFile(joinPath(server.folder, 'www/index.html'), 'utf8')
    for (const path of ['/', '/r/CHAIN', '/r/NOROOM', '/r/chain?lang=de', '/check', '/check?lang=de']) {
      const { status, headers, body } = await ask(server, path)
      assert.equal(status, 200, path)
      assert.match(headers['content-type'], /^text\/html/)
      assert.equal(body, page, path)
    }
    const script = await ask(server, '/assets/client-1234.js')
    assert.equal(script.status, 200)
    assert.match(script.headers['content-type'], /javascript/)
    assert.match(script.headers['cache-control'], /max-age=31536000/)
  })

  it('has no other pages', async () => {
    for (const path of ['/nothing', '/assets/nothing.js', '/api', '/api/nothing', '/api/rooms/x',
      '/ws', '/healthz/x', '/check/x', '/api/rooms/CHAIN/picture']) {
      assert.equal((await ask(server, path)).status, 404, path)
    }
    assert.ok((await ask(server, `/api/${'x'.repeat(3000)}`)).status >= 400)
  })

  it('every answer carries the security headers', async () => {
    for (const path of ['/', '/r/CHAIN', '/assets/client-1234.js', '/api/rooms', '/nothing']) {
      const { headers } = await ask(server, path)
      assert.equal(headers['x-content-type-options'], 'nosniff', path)
      assert.equal(headers['referrer-policy'], 'no-referrer', path)
      const policy = headers['content-security-policy']
      for (const rule of ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval';",
        "object-src 'none'", "base-uri 'none'"]) {
        assert.ok(policy.includes(rule), `${path}: ${policy}`)
      }
    }
  })

  it('draws a public room, in the colours of light and dark pages', async () => {
    await Follower.join(server, { room: 'CHAIN' })
    const { status, headers, body } = await ask(server, '/api/rooms/chain/picture.svg')
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'image/svg+xml')
    assert.equal(headers['cache-control'], 'no-store')
    assert.ok(headers['content-security-policy'].startsWith("default-src 'self'"))
    assert.ok(body.length < 20_000)
    assert.match(body, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<path[^]*<\/svg>$/)
    assert.match(body, /prefers-color-scheme:dark/)
    assert.doesNotMatch(body, /<script|href|url\(/)
    assert.equal((await ask(server, '/api/rooms/CHAIN/picture.svg')).body, body, 'not made anew')
    await within((async () => {
      while ((await ask(server, '/api/rooms/CHAIN/picture.svg')).body === body) await sleep(100)
    })(), 'the picture follows the world')
  })

  it('draws a room that nobody has been in yet', async () => {
    const { room } = await server.createRoom({ scene: 'cloth', public: true })
    await within((async () => {
      while ((await ask(server, `/api/rooms/${room}/picture.svg`)).status !== 200) await sleep(100)
    })(), 'there is a picture')
  })

  it('shows nothing of rooms that are not public, nor that they are there', async () => {
    const { room } = await server.createRoom({ scene: 'rope', public: false })
    await Follower.join(server, { room })
    const hidden = await ask(server, `/api/rooms/${room}/picture.svg`)
    const missing = await ask(server, '/api/rooms/NOROOM/picture.svg')
    assert.equal(hidden.status, 404)
    assert.deepEqual([missing.status, missing.body], [hidden.status, hidden.body])
    for (const path of ['/api/rooms//picture.svg', '/api/rooms/CHAIN/picture.svg/',
      `/api/rooms/${'X'.repeat(99)}/picture.svg`]) {
      assert.equal((await ask(server, path)).status, 404, path)
    }
  })

  it('says under which addresses people reach it', async () => {
    assert.deepEqual(await json('/api/addresses'), { urls: [server.url] })
  })

  it('sends as many bytes as a check of the line asks for, and they do not shrink', async () => {
    for (const bytes of [1, 7, 4096, 4097, 1_000_000, 4_000_000]) {
      const response = await fetch(`${server.url}/api/check?bytes=${bytes}`)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'application/octet-stream')
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const got = Buffer.from(await response.arrayBuffer())
      assert.equal(got.length, bytes)
      if (bytes >= 4096) assert.ok(deflateSync(got).length > 0.99 * bytes, `${bytes}`)
    }
  })

  it('checks no line with a nonsense number of bytes', async () => {
    for (const query of ['', '?bytes=', '?bytes=0', '?bytes=-1', '?bytes=4000001', '?bytes=1e3',
      '?bytes=99999999999999999999', '?bytes=12x', '?byte=12']) {
      const { status, body } = await ask(server, `/api/check${query}`)
      assert.equal(status, 400, query)
      assert.equal(JSON.parse(body).code, 'out_of_range')
    }
  })

  it('no other site shows a page in a frame', async () => {
    for (const path of ['/', '/r/CHAIN', '/r/CHAIN?embed=1', '/?embed=1']) {
      const [policy, options] = await policyOf(server, path)
      assert.ok(policy.includes("frame-ancestors 'none'"), `${path}: ${policy}`)
      assert.equal(options, 'DENY', path)
    }
  })

  it('nothing outside the client’s folder is served', async () => {
    const paths = ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/.%2e/secret.txt',
      '/assets/../../secret.txt', '/assets/..%2f..%2fsecret.txt', '/assets/%2e%2e/%2e%2e/secret.txt',
      '//secret.txt', '/..\\secret.txt', '/../data/host-links.txt', '/%2e%2e%2fdata/host-links.txt',
      '/r/../../secret.txt', '/./../secret.txt', '/..%00/secret.txt',
      '/../../../../../../../../etc/passwd', '//etc/passwd', '/assets//etc/passwd']
    for (const path of paths) {
      const { body } = await ask(server, path)
      assert.ok(!/not to be served|#host=|root:/.test(body), `${path}: ${body}`)
    }
  })

  it('a method that is not GET or POST neither works nor does harm', async () => {
    for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
      for (const path of ['/api/rooms', '/healthz', '/r/CHAIN', '/nothing']) {
        const { status } = await ask(server, path, { method })
        assert.ok(status === 0 || status >= 400, `${method} ${path}: ${status}`)
      }
    }
    const page = await ask(server, '/')
    for (const method of ['HEAD', 'PUT', 'DELETE']) await ask(server, '/', { method, body: 'new' })
    assert.equal((await ask(server, '/')).body, page.body)
    for (const line of ['BREW /pot HTTP/1.1', 'CONNECT / HTTP/1.1', 'GET', '\0\0\0\0',
      'GET / HTTP/9.9', 'PRI * HTTP/2.0']) {
      const raw = await RawSocket.connect(server)
      raw.write(`${line}\r\nHost: ${server.host}\r\n\r\n`)
      raw.socket.end()
      await within(raw.ended, `${line} ends`)
    }
    assert.equal((await ask(server, '/healthz')).status, 200)
  })

  it('answers one request after another on one connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let round = 0; round < 2; round++) {
      for (const path of ['/api/rooms', '/api/scenes', '/r/CHAIN', '/healthz', '/']) {
        assert.equal((await ask(server, path, { agent })).status, 200, path)
      }
      const wrong = { agent, method: 'POST', body: '{"scene": 7}' }
      assert.equal((await ask(server, '/api/rooms', wrong)).status, 400)
    }
    agent.destroy()
  })

  it('lists the public rooms with their viewers', async () => {
    const hidden = await server.createRoom({ scene: 'rope', title: 'Hidden' })
    const shown = await server.createRoom({ scene: 'rope', title: 'Shown', public: true })
    await Follower.join(server, { room: shown.room })
    const { rooms } = await json('/api/rooms')
    assert.deepEqual(rooms.slice(0, 3).map((room) => room.code), ['CHAIN', 'ROPE', 'CLOTH'])
    const row = rooms.find((room) => room.code === shown.room)
    assert.deepEqual(row,
      { code: shown.room, title: 'Shown', scene: 'rope', viewers: 1, viewers_max: 100,
        newcomers: 'open' })
    assert.ok(!rooms.some((room) => room.code === hidden.room))
  })

  it('lists the scenes with their parameters', async () => {
    const { scenes } = await json('/api/scenes')
    assert.deepEqual(scenes.map((scene) => scene.name), [
      'chain', 'rope', 'cloth', 'string', 'tug', 'flag', 'jelly', 'bridge', 'contrast', 'pile', 'collide',
    ])
    for (const { title, description, parameters } of scenes) {
      assert.ok(title && description)
      for (const p of parameters) {
        assert.ok(p.name && p.title && p.min <= p.default && p.default <= p.max, p.name)
        assert.equal(typeof p.live, 'boolean')
        if (p.kind === 'choice') assert.ok(p.choices.includes(p.default))
        if (p.labels) assert.equal(p.labels.length, p.choices.length)
      }
      const { labels } = parameters.find((p) => p.name === 'stepping')
      assert.deepEqual(labels, ['Iterations', 'Direct solve', 'Springs'])
    }
  })

  it('creates a room that can be joined by its code', async () => {
    const { status, body } = await create(server,
      { scene: 'chain', title: 'Pendel für 9b', parameters: { links: 7 } })
    assert.equal(status, 201)
    const { code, host_key } = JSON.parse(body)
    assert.match(code, /^[2-9A-HJKMNP-Z]{6}$/)
    const host = await Follower.join(server, { room: code, host_key })
    assert.ok(host.welcome.host)
    assert.equal(host.room.title, 'Pendel für 9b')
    assert.equal(host.room.scene.particles, 8)
    assert.deepEqual(await Follower.knock(server, { room: `${code}X` }),
      { codes: ['no_such_room'], code: 4004 })
  })

  it('says what is wrong with a request for a room', async () => {
    const wrong = [
      ['', 'bad_message'],
      ['{', 'bad_message'],
      ['[]', 'bad_message'],
      ['"chain"', 'bad_message'],
      ['['.repeat(4000), 'bad_message'],
      [{}, 'missing_field'],
      [{ scene: 7 }, 'bad_type'],
      [{ scene: 'piano' }, 'no_such_scene'],
      [{ scene: 'chain', parameters: [] }, 'bad_type'],
      [{ scene: 'chain', parameters: { strings: 88 } }, 'no_such_parameter'],
      [{ scene: 'chain', parameters: { links: '7' } }, 'bad_type'],
      [{ scene: 'chain', parameters: { links: 0 } }, 'out_of_range'],
      [{ scene: 'chain', parameters: { links: 2 ** 31 } }, 'out_of_range'],
      ['{"scene": "chain", "parameters": {"gravity": 1e999}}', 'out_of_range'],
      ['{"scene": "chain", "parameters": {"gravity": -1e38}}', 'out_of_range'],
      ['{"scene": "chain", "parameters": {"gravity": 1e-40}}', 'out_of_range'],
      [{ scene: 'cloth', parameters: { columns: 128, rows: 128, rate: 960 } }, 'too_costly'],
      [{ scene: 'chain', title: 'x'.repeat(41) }, 'bad_name'],
      [{ scene: 'chain', title: 'two\nlines' }, 'bad_name'],
      [{ scene: 'chain', title: 7 }, 'bad_type'],
      [{ scene: 'chain', public: 'yes' }, 'bad_type'],
    ]
    const before = (await json('/api/rooms')).rooms.length
    for (const [body, code] of wrong) {
      const answer = await create(server, body)
      const shown = JSON.stringify(body).slice(0, 80)
      assert.equal(answer.status, 400, shown)
      const refusal = JSON.parse(answer.body)
      assert.equal(refusal.code, code, shown)
      assert.notEqual(refusal.message, '', shown)
    }
    assert.equal((await json('/api/rooms')).rooms.length, before)
  })

  it('reads no body above 4096 bytes', async () => {
    for (const length of [5000, 300_000]) {
      const { status } = await create(server, { scene: 'chain', padding: 'x'.repeat(length) })
      assert.equal(status, 413)
    }
    const title = 'x'.repeat(40)
    const padding = ' '.repeat(4096 - JSON.stringify({ scene: 'chain', title }).length)
    const longest = JSON.stringify({ scene: 'chain', title }) + padding
    assert.equal((await create(server, longest)).status, 201)
  })

  it('a POST elsewhere is not found', async () => {
    for (const path of ['/api/scenes', '/api/rooms/', '/healthz', '/r/CHAIN', '/nothing']) {
      const { status } = await ask(server, path, { method: 'POST', body: '{}' })
      assert.ok(status === 404 || status === 405, `${path}: ${status}`)
    }
  })

  it('another site’s page can neither create a room nor open a WebSocket', async () => {
    const own = `http://${server.host}`
    for (const Origin of ['http://evil.example', 'null', `${own}.evil.example`, own + 1]) {
      const { status, body } = await create(server, { scene: 'chain' }, { Origin })
      assert.equal(status, 403, Origin)
      assert.equal(JSON.parse(body).code, 'not_allowed')
    }
    assert.equal((await create(server, { scene: 'chain' }, { Origin: own })).status, 201)
  })

  it('headers that come too slowly are cut off', { skip: !full && 'only at length' }, async () => {
    const raw = await RawSocket.connect(server)
    const timer = setInterval(() => raw.write('X-Slow: 1\r\n'), 1000)
    raw.write('GET / HTTP/1.1\r\n')
    await within(raw.ended, 'the slow one is cut off').finally(() => clearInterval(timer))
  })

  it('too many new rooms in a short time are refused with 429', async () => {
    let answer
    for (let i = 0; i < 40 && answer?.status !== 429; i++) {
      answer = await create(server, { scene: 'chain' })
    }
    assert.equal(answer.status, 429)
    assert.equal(JSON.parse(answer.body).code, 'too_fast')
  })
})

describe('checks of the line', () => {
  it('are limited for each address', async () => {
    const server = await Server.start()
    const statuses = []
    for (let i = 0; i < 45; i++) statuses.push((await ask(server, '/api/check?bytes=100')).status)
    assert.ok(statuses.slice(0, 40).every((status) => status === 200))
    assert.ok(statuses.includes(429))
    assert.equal((await ask(server, '/api/rooms')).status, 200, 'everything else goes on')
    await server.stop()
  })
})

describe('http with other flags', () => {
  let server
  afterEach(() => server.stop())

  it('chosen sites show a page with ?embed=1 in a frame', async () => {
    server = await Server.start('--embed-origins', 'https://school.example,https://other.example')
    const [policy, options] = await policyOf(server, '/r/CHAIN?embed=1')
    const rule = 'frame-ancestors https://school.example https://other.example'
    assert.ok(policy.includes(rule), policy)
    assert.equal(options, undefined)
    assert.equal((await policyOf(server, '/r/CHAIN?embed=11'))[1], 'DENY')
  })

  it('creating a room takes the key that the server wrote for its owner', async () => {
    server = await Server.start('--create', 'key')
    const links = await readFile(joinPath(server.folder, 'data/host-links.txt'), 'utf8')
    const key = /new rooms:\s+(\S+)/.exec(links)[1]
    const body = { scene: 'chain' }
    for (const authorization of [undefined, 'Bearer', `Bearer ${key}x`, key, `Basic ${key}`,
      `Bearer ${'x'.repeat(500)}`]) {
      const answer = await create(server, body, authorization && { authorization })
      assert.equal(answer.status, 401, authorization)
      assert.equal(JSON.parse(answer.body).code, 'bad_key')
    }
    assert.equal((await create(server, body, { authorization: `Bearer ${key}` })).status, 201)
  })

  it('the metrics take a key of their own', async () => {
    server = await Server.start()
    const links = await readFile(joinPath(server.folder, 'data/host-links.txt'), 'utf8')
    const key = /etrics:\s+(\S+)/.exec(links)[1]
    const metrics = (authorization) =>
      ask(server, '/metrics', { headers: authorization ? { authorization } : {} })
    assert.equal((await metrics()).status, 401)
    assert.equal((await metrics(`Bearer ${key.toLowerCase()}`)).status, 401)
    const { status, headers, body } = await metrics(`Bearer ${key}`)
    assert.equal(status, 200)
    assert.match(headers['content-type'], /^text\/plain; version=0\.0\.4/)
    const { scenes } = JSON.parse((await ask(server, '/api/scenes')).body)
    assert.match(body, new RegExp(`^ropewalk_rooms ${scenes.length}$`, 'm')) // a room for each
  })

  it('nobody creates a room where that is switched off', async () => {
    server = await Server.start('--create', 'off')
    const answer = await create(server, { scene: 'chain' })
    assert.equal(answer.status, 403)
    assert.equal(JSON.parse(answer.body).code, 'not_allowed')
  })
})
