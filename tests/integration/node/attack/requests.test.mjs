// HTTP as no browser speaks it: requests that two readers would understand differently, that never
// end, that want what is not theirs.
//
// After the answer a plain request follows on the same connection, so that both are seen: that there
// was one answer and not two, and whether the connection is still in step. A POST's answer is the last of
// its connection.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { RawSocket, upgrade } from '../lib/raw_socket.mjs'
import { within } from '../lib/server.mjs'
import { siege, statuses } from './siege.mjs'

const CONCURRENCY = 8

siege('requests', { concurrency: CONCURRENCY, flags: ['--handshakes-per-s-max', '1000'] }, (attack) => {
  const head = (line, ...headers) =>
    [line, `Host: ${attack.server.host}`, ...headers, '', ''].join('\r\n')
  const last = () => head('GET /healthz HTTP/1.1', 'Connection: close')

  // What comes back for these bytes and a last, plain request, until the server hangs up.
  async function exchange(bytes) {
    const raw = await attack.connect()
    raw.write(bytes)
    await Promise.race([raw.ended, raw.until(() => statuses(raw).length > 0, 'an answer').catch(() => {})])
    raw.write(last())
    await within(raw.ended, 'the connection ends')
    return raw
  }

  const IN_STEP = 200 // of the last request

  function kind(what, bytes, ...expected) {
    const shown = expected.map((list) => (list.length > 0 ? list.join(', ') : 'no answer')).join(' or ')
    it(`${what}: ${shown}`, async () => {
      const raw = await exchange(typeof bytes === 'function' ? bytes() : bytes)
      const got = statuses(raw)
      assert.ok(expected.some((list) => list.join() === got.join()), `answered ${got}`)
      assert.doesNotMatch(raw.bytes.toString('latin1'), /not to be served|root:/)
    })
  }

  // ---- request lines ----

  // libwebsockets does not know these, answers 403 and hangs up.
  for (const method of ['TRACE', 'PROPFIND', 'FOO', 'GETT', 'G', '\0GET', 'PRI']) {
    kind(`the method ${JSON.stringify(method)}`, () => head(`${method} / HTTP/1.1`), [403])
  }
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    for (const path of ['/', '/healthz', '/api/rooms', '/assets/client-1234.js']) {
      kind(`${method} ${path}`, () => head(`${method} ${path} HTTP/1.1`, 'Content-Length: 0'), [405])
    }
  }
  kind('HEAD of what is not a file', () => head('HEAD /healthz HTTP/1.1'), [405])
  it('HEAD of a file has no body', async () => {
    const raw = await exchange(head('HEAD / HTTP/1.1'))
    assert.deepEqual(statuses(raw), [200, IN_STEP])
    assert.doesNotMatch(raw.bytes.toString(), /doctype/)
  })
  // libwebsockets would make it a raw connection without a time limit.
  kind('CONNECT to somewhere else', () => head('CONNECT evil.example:443 HTTP/1.1'), [])
  kind('CONNECT to a path of ours', () => head('CONNECT /healthz HTTP/1.1'), [])
  kind('an absolute URL', () => head('GET http://evil.example/ HTTP/1.1'), [403])
  kind('a path without a slash', () => head('GET healthz HTTP/1.1'), [403])
  kind('OPTIONS *', () => head('OPTIONS * HTTP/1.1'), [403])
  kind('HTTP/2 without an upgrade', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', [403])
  kind('random bytes', randomBytes(5000).fill(0x80, 0, 1), [403], [])
  kind('a TLS hello in the clear', Buffer.from('16030100c8010000c40303', 'hex'), [403], [])
  kind('only line ends', '\r\n'.repeat(1000), [403], [])
  kind('an upgrade to h2c', () => head('GET / HTTP/1.1', 'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'), [])
  kind('an upgrade to another protocol', () => head('GET / HTTP/1.1', 'Connection: Upgrade',
    'Upgrade: TLS/1.0'), [403])

  // ---- sizes: "the connection is cut" ----

  kind('a URL of 10,000 bytes', () => head(`GET /${'a'.repeat(10_000)} HTTP/1.1`), [])
  kind('a header of 10,000 bytes', () => head('GET / HTTP/1.1', `X-A: ${'a'.repeat(10_000)}`), [])
  kind('a cookie of 10,000 bytes', () => head('GET / HTTP/1.1', `Cookie: ${'a'.repeat(10_000)}`), [])
  kind('a header whose name has 10,000 bytes', () => head('GET / HTTP/1.1', `${'X'.repeat(10_000)}: 1`), [])
  kind('a thousand headers', () => head('GET / HTTP/1.1',
    ...Array.from({ length: 1000 }, (_, i) => `X-${i}: ${i}`)), [])
  kind('a thousand times the same header', () => head('GET / HTTP/1.1',
    ...Array.from({ length: 1000 }, (_, i) => `Accept: ${i}`)), [])
  kind('a path longer than any of ours', () => head(`GET /api/${'a'.repeat(500)} HTTP/1.1`), [405])

  // ---- where a request ends ----

  const room = '{"scene": "piano"}' // a scene that is not there, so that no room is made
  const hidden = () => head('GET /readyz HTTP/1.1')
  const post = (body, ...headers) => head('POST /api/rooms HTTP/1.1', ...headers) + body
  kind('a length and chunks', () => post(`0\r\n\r\n${hidden()}`, 'Content-Length: 6',
    'Transfer-Encoding: chunked'), [400])
  kind('chunks and a length', () => post(`0\r\n\r\n${hidden()}`, 'Transfer-Encoding: chunked',
    'Content-Length: 6'), [400])
  kind('chunks alone', () => post(`12\r\n${room}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'), [400])
  kind('chunks spelt otherwise', () => post(hidden(), 'transfer-encoding:\tChunked'), [400])
  kind('another transfer encoding', () => post(hidden(), 'Transfer-Encoding: identity'), [400])
  kind('chunks of a GET', () => head('GET / HTTP/1.1', 'Transfer-Encoding: chunked') + hidden(), [400])
  kind('two lengths', () => post(room, `Content-Length: ${room.length}`, 'Content-Length: 0'), [400])
  kind('two lengths, the other first', () => post(room, 'Content-Length: 0',
    `Content-Length: ${room.length}`), [400])
  kind('the same length twice', () => post(room, `Content-Length: ${room.length}`,
    `Content-Length: ${room.length}`), [400])
  for (const length of ['-1', '+18', '0x12', '18, 18', '18;', '1e1', 'abc', '18abc', '1 8',
    '99999999999999999999', '18446744073709551634']) {
    kind(`the length ${length}`, () => post(room, `Content-Length: ${length}`), [400])
  }
  kind('a GET with a body', () => head('GET /healthz HTTP/1.1', `Content-Length: ${hidden().length}`) +
    hidden(), [400])
  kind('a GET of a file with a body', () => head('GET / HTTP/1.1', `Content-Length: ${hidden().length}`) +
    hidden(), [400])
  kind('a GET with a body of nothing', () => head('GET /readyz HTTP/1.1', 'Content-Length: 0'), [200, IN_STEP])
  kind('a POST elsewhere with a request for a body', () => head('POST /nothing HTTP/1.1',
    `Content-Length: ${hidden().length}`) + hidden(), [404])
  kind('a POST under another name with a request for a body', () => ['POST /api/rooms HTTP/1.1',
    'Host: evil.example', `Content-Length: ${hidden().length}`, '', hidden()].join('\r\n'), [421])
  kind('a POST without a length', () => head('POST /api/rooms HTTP/1.1'), [411])
  kind('three requests in one piece', () => hidden() + hidden() + post(room, `Content-Length: ${room.length}`),
    [200, 200, 400])
  kind('fifty requests in one piece', () => hidden().repeat(50), [...Array(50).fill(200), IN_STEP])

  // ---- names ----

  const named = (...hosts) => ['GET /healthz HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), '', ''].join('\r\n')
  kind('no Host', () => named(), [421, IN_STEP])
  for (const host of ['', 'evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example',
    'evil.example.local.', 'user@localhost', 'user:password@127.0.0.1', 'evil.example@localhost',
    'localhost@evil.example', '[::1].evil.example', '[::1', '127.0.0.1:evil.example', '127.0.0.1:80:evil.example',
    'evil.example:127.0.0.1', 'local host', 'localhost/', 'localhost?', 'localhost#', 'localhost\\evil',
    'localhost,evil', '\xff', 'x'.repeat(300)]) {
    kind(`the Host ${JSON.stringify(host.slice(0, 40))}`, () => named(host), [421, IN_STEP])
  }
  kind('two Hosts, ours first', () => named(attack.server.host, 'evil.example'), [421, IN_STEP])
  kind('two Hosts, ours last', () => named('evil.example', attack.server.host), [421, IN_STEP])
  for (const host of ['localhost', 'PC-12:8080', 'pc.local', '[::1]:80', '127.0.0.1']) {
    kind(`the Host ${host}, by which a school may know us`, () => named(host), [200, IN_STEP])
  }

  // ---- paths ----

  // Refused or not found; nothing of it is the page.
  for (const path of ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/%252e%252e/secret.txt',
    '/%252e%252e%252fsecret.txt', '/..\\secret.txt', '/..%5csecret.txt', '/....//secret.txt', '/.../secret.txt',
    '/..;/secret.txt', '/assets/../../secret.txt', '/assets/..%2f..%2fsecret.txt', '/%c0%ae%c0%ae/secret.txt',
    '/%c0%ae%c0%ae%c0%afsecret.txt', '//etc/passwd', '/assets//etc/passwd', '/%2fetc/passwd',
    '/../data/admin-key', '/assets/../../data/admin-key', '/.git/config', '/.env', '/.well-known/x',
    '/assets/.hidden', '/assets/', '/index.html/', '/index.html/../../secret.txt', '/r/../../secret.txt',
    '/r/%2e%2e/secret.txt', '/WEB-INF/web.xml', '/index.html~', '/index.html.bak', '/wp-login.php',
    '/api/rooms/..', '/api/rooms/CHAIN', '/api/rooms/CHAIN/host-key', '/metrics/']) {
    kind(`GET ${path}`, () => head(`GET ${path} HTTP/1.1`), [404, IN_STEP])
  }
  // libwebsockets hangs up on a file name that it cannot open as one, or answers 403 and hangs up.
  for (const path of ['/secret.txt%00.html', '/index.html%00', '/%', '/%zz', '/%2', '/\x01']) {
    kind(`GET ${JSON.stringify(path)}`, () => head(`GET ${path} HTTP/1.1`), [], [403], [404, IN_STEP])
  }

  it('line ends in a path or a query make no header', async () => {
    for (const path of ['/healthz%0d%0aX-Made:%20y', '/assets%0d%0aX-Made:%20y', '/r/x?a=%0d%0aX-Made:%20y']) {
      const raw = await exchange(head(`GET ${path} HTTP/1.1`))
      assert.ok(statuses(raw).length > 0, path)
      assert.doesNotMatch(raw.bytes.toString('latin1'), /^x-made/im, path)
    }
  })

  // ---- handshakes ----

  // A handshake that is refused is cut off without an answer.
  const handshake = (headers, path) => `${upgrade(attack.server, headers, path).join('\r\n')}\r\n\r\n`
  const refused = {
    'no subprotocol': { 'Sec-WebSocket-Protocol': undefined },
    'another subprotocol': { 'Sec-WebSocket-Protocol': 'chat' },
    'the other protocol of the server': { 'Sec-WebSocket-Protocol': 'http' },
    'five hundred subprotocols without ours': { 'Sec-WebSocket-Protocol': Array(500).fill('x').join(', ') },
    'a subprotocol that begins like ours': { 'Sec-WebSocket-Protocol': 'ropewalk.v10' },
    'another origin': { Origin: 'http://evil.example' },
    'a sandboxed origin': { Origin: 'null' },
    'an empty scheme': { Origin: '://127.0.0.1' },
    'a file': { Origin: 'file://' },
    'no key': { 'Sec-WebSocket-Key': undefined },
    'a short key': { 'Sec-WebSocket-Key': 'abc' },
    'a long key': { 'Sec-WebSocket-Key': 'a'.repeat(200) },
    'no version': { 'Sec-WebSocket-Version': undefined },
    'version 0': { 'Sec-WebSocket-Version': '0' },
    'version 8': { 'Sec-WebSocket-Version': '8' },
    'version 14': { 'Sec-WebSocket-Version': '14' },
    'version 130': { 'Sec-WebSocket-Version': '130' },
    'no Host': { Host: undefined },
    'another Host': { Host: 'evil.example' },
    'another Host and its own origin': { Host: 'evil.example', Origin: 'http://evil.example' },
    'a connection that is to close': { Connection: 'close' },
  }
  for (const [what, headers] of Object.entries(refused)) {
    kind(`a handshake with ${what}`, () => handshake(headers), [])
  }
  for (const path of ['/', '/ws/', '/WS', '/wss', '/ws%00', '/api/rooms', '/healthz', '/metrics', '/r/CHAIN',
    '/assets/client-1234.js']) {
    kind(`a handshake at ${path}`, () => handshake({}, path), [])
  }
  kind('a handshake by POST', () => handshake({}).replace('GET', 'POST'), [])

  it('a handshake twice: the second is not a frame, 1002', async () => {
    const raw = await attack.open()
    raw.write(handshake({}))
    assert.equal(await raw.end(), 1002)
  })

  it('a handshake and a hello in one piece: a welcome', async () => {
    const raw = await attack.connect()
    raw.socket.cork()
    const status = raw.request(upgrade(attack.server))
    raw.send({ type: 'hello', version: 1, room: 'CHAIN', encodings: ['f32'] })
    raw.socket.uncork()
    assert.equal(await status, 101)
    await raw.message('welcome')
  })

  // ---- bodies ----

  const created = (body, ...headers) => post(body, `Content-Length: ${Buffer.byteLength(body)}`, ...headers)
  for (const [what, body] of Object.entries({
    'nothing': '', 'half a brace': '{', 'an array': '[]', 'a string': '"x"', 'no JSON': '\0\x01\x02',
    'arrays nested 2000 deep': '['.repeat(2000) + ']'.repeat(2000),
    'maps nested 500 deep': '{"a":'.repeat(500) + '1' + '}'.repeat(500),
    'deep JSON under a key nobody knows': `{"scene":"piano","x":${'['.repeat(1500)}${']'.repeat(1500)}}`,
    'a scene that is a number': '{"scene": 7}', 'a scene that is an array': '{"scene": ["chain"]}',
    'a title that is a map': '{"scene": "chain", "title": {}}',
    'a title with half a surrogate': '{"scene": "chain", "title": "\\ud800"}',
    'parameters that are an array': '{"scene": "chain", "parameters": [1]}',
    'a parameter that is text': '{"scene": "chain", "parameters": {"links": "7"}}',
    'a parameter of 1e999': '{"scene": "chain", "parameters": {"gravity": 1e999}}',
    'a parameter of NaN': '{"scene": "chain", "parameters": {"gravity": NaN}}',
    'ten thousand links': '{"scene": "chain", "parameters": {"links": 10000}}',
    'two hundred parameters': `{"scene": "chain", "parameters": {${Array.from({ length: 200 }, (_, i) => `"p${i}": 1`)}}}`,
    'text after it': '{"scene": "chain"} {"scene": "chain"}',
  })) {
    kind(`a room from ${what}`, () => created(body), [400])
  }
  // cJSON ends a text there; the rest is never seen.
  kind('a room from a title with NUL in it', () => created('{"scene": "chain", "title": "a\\u0000b"}'), [201])
  kind('a room from 5000 bytes', () => created(' '.repeat(5000)), [413])
  kind('a room from a megabyte', () => created(' '.repeat(1 << 20)), [413])
  kind('a room for another site', () => created(room, 'Origin: http://evil.example'), [403])
  kind('a room for a sandboxed page', () => created(room, 'Origin: null'), [403])

  // ---- the administrator's ----

  const renew = (...headers) => head('POST /api/rooms/CHAIN/host-key HTTP/1.1', 'Content-Length: 0', ...headers)
  for (const key of ['', 'Bearer', 'Bearer ', `Bearer ${'A'.repeat(40)}`, 'Basic YWRtaW46YWRtaW4=',
    `Bearer ${'x'.repeat(1000)}`]) {
    kind(`a host key with ${JSON.stringify(key.slice(0, 30))}`, () => renew(`Authorization: ${key}`), [401])
  }
  kind('a host key without any', () => renew(), [401])
  it('a host key with the administrator’s: 200, for rooms that there are', async () => {
    const key = (await readFile(join(attack.server.folder, 'data/admin-key'), 'utf8')).trim()
    const right = renew(`Authorization: Bearer ${key}`)
    assert.deepEqual(statuses(await exchange(right)), [200])
    assert.deepEqual(statuses(await exchange(right.replace('CHAIN', 'NOROOM'))), [404])
    assert.deepEqual(statuses(await exchange(renew(`Authorization: Bearer ${key}x`))), [401])
  })

  it('a request on the heels of a POST: one whole answer to the POST, and no other', async () => {
    for (let i = 0; i < 100; i++) {
      const raw = await attack.connect()
      raw.write(renew())
      for (let turns = 0; turns < i % 10; turns++) await setImmediate()
      raw.write(last())
      await within(raw.ended, 'the connection ends')
      assert.deepEqual(statuses(raw), [401])
      assert.match(raw.bytes.toString(), /\r\n\r\n\{.+\}\s*$/, 'with its body')
    }
  })

  it('an answer that nobody reads holds one answer', async () => {
    const raw = await attack.connect()
    raw.socket.pause()
    raw.write(head('GET /api/scenes HTTP/1.1').repeat(500))
    await attack.assertServed()
    raw.socket.resume()
    await raw.until(() => statuses(raw).length === 500, 'all answers in the end')
    assert.ok(statuses(raw).every((status) => status === 200))
  })
})

siege('requests with keys', { concurrency: CONCURRENCY, flags: ['--create', 'key', '--metrics', 'key'] }, (attack) => {
  const secrets = async () => {
    const text = await readFile(join(attack.server.folder, 'data/host-links.txt'), 'utf8')
    return [...text.matchAll(/[2-9A-Z]{40}/g)].map(([key]) => key)
  }
  async function ask(line, ...headers) {
    const raw = await attack.keep(RawSocket.connect(attack.server))
    return raw.request([line, `Host: ${attack.server.host}`, 'Connection: close', 'Content-Length: 0',
      ...headers])
  }
  for (const line of ['POST /api/rooms HTTP/1.1', 'GET /metrics HTTP/1.1']) {
    it(`${line.split(' ', 2).join(' ')} without a key, with a wrong one, with one for something else: 401`, async () => {
      for (const key of ['', 'Bearer', 'Bearer x', `Bearer ${'A'.repeat(40)}`, 'Basic eDp5']) {
        assert.equal(await ask(line, `Authorization: ${key}`), 401, key)
      }
      assert.equal(await ask(line), 401)
      const answers = await Promise.all((await secrets()).map((key) => ask(line, `Authorization: Bearer ${key}`)))
      const right = line.startsWith('GET') ? 200 : 400 // a room from nothing
      assert.deepEqual(answers.filter((status) => status !== 401), [right], 'one key opens it, and no other')
    })
  }
})
