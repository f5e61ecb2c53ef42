// The server under test: started on loopback with a folder of its own, watched, ended by its pid.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const binary = resolve(repository, process.env.ROPEWALK_BIN ?? 'build/release/server/ropewalk')

/** Whether the tests that take half a minute and more are run. */
export const full = process.env.ROPEWALK_FULL === '1'

/** Nothing that works takes this long, not even under a sanitizer on a busy machine. */
export const DEADLINE_MS = 30_000

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

/** The promise's value, or an error that says what did not happen in time. */
export async function within(promise, what, ms = DEADLINE_MS) {
  let timer
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not within ${ms} ms: ${what}`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

// A setting of the caller's shell must not reach the server.
function environment(extra) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('ROPEWALK_'))
  return { ...Object.fromEntries(own), ...extra }
}

/** Runs the binary to its end, for what it says when it does not serve. */
export async function run(flags, extraEnvironment = {}) {
  return runProgram(binary, flags, extraEnvironment)
}

/** The same in a terminal, which shows both of its streams as stdout. */
export async function runInTerminal(flags) {
  const words = [binary, ...flags].map((word) => `'${word}'`)
  return runProgram('script', ['--quiet', '--return', '--command', words.join(' '), '/dev/null'])
}

async function runProgram(program, flags, extraEnvironment = {}) {
  const child = spawn(program, flags, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(extraEnvironment),
  })
  const read = async (stream) => {
    const chunks = []
    for await (const chunk of stream) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  const exited = new Promise((done) => child.on('exit', done))
  try {
    const all = Promise.all([exited, read(child.stdout), read(child.stderr)])
    const [code, stdout, stderr] = await within(all, `ropewalk ${flags.join(' ')} ends`)
    return { code, stdout, stderr }
  } finally {
    child.kill('SIGKILL')
  }
}

/** A folder with the least that the server takes for a client. */
export async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'ropewalk-test-'))
  await mkdir(join(folder, 'www/assets'), { recursive: true })
  await writeFile(join(folder, 'www/index.html'), '<!doctype html><title>Ropewalk</title>\n')
  await writeFile(join(folder, 'www/assets/client-1234.js'), 'export {}\n')
  await writeFile(join(folder, 'secret.txt'), 'not to be served\n')
  return folder
}

export function flagsFor(folder) {
  return ['--listen', '127.0.0.1', '--port', '0', '--www', join(folder, 'www'),
    '--data', join(folder, 'data')]
}

export class Server {
  /** Starts the server; resolves once it listens. */
  static start(...flags) {
    return Server.startBy([], ...flags)
  }

  /** As start(), by way of a command that in the end becomes what its last arguments say. */
  static async startBy(command, ...flags) {
    const folder = await makeFolder()
    const [program, ...rest] = [...command, binary]
    const child = spawn(program, [...rest, ...flagsFor(folder), '--create', 'open', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(),
    })
    const server = new Server(child, folder)
    server.tls = flags.includes('--tls-cert')
    const early = server.exited.then(({ code, error }) => {
      throw error ?? new Error(`the server ended with code ${code} at once`)
    })
    try {
      const listening = Promise.race([server.logged('listening'), early])
      server.port = (await within(listening, 'the server listens')).port
    } catch (error) {
      child.kill('SIGKILL')
      error.message += `\n${server.stderr}`
      throw error
    }
    early.catch(() => {}) // later ends are seen by whoever stops it
    return server
  }

  constructor(child, folder) {
    this.child = child
    this.folder = folder
    this.stdout = ''
    this.stderr = ''
    this.viewers = new Set() // closed and checked by dismiss()
    this.waiting = []
    this.exited = new Promise((done) => {
      child.on('exit', (code, signal) => done({ code, signal }))
      child.on('error', (error) => done({ error }))
    })
    child.stdout.on('data', (chunk) => (this.stdout += chunk))
    child.stderr.on('data', (chunk) => {
      this.stderr += chunk
      for (const look of [...this.waiting]) look()
    })
  }

  get url() {
    return `http${this.tls ? 's' : ''}://127.0.0.1:${this.port}`
  }

  get host() {
    return `127.0.0.1:${this.port}`
  }

  /** The first log line of this event, now or later. */
  logged(event) {
    return new Promise((done) => {
      const look = () => {
        const line = this.stderr.split('\n').find((text) => text.includes(`"event":"${event}"`))
        if (!line) return
        this.waiting = this.waiting.filter((other) => other !== look)
        done(JSON.parse(line))
      }
      this.waiting.push(look)
      look()
    })
  }

  /** POST /api/rooms: a room whose host key we hold. */
  async createRoom(request) {
    const response = await fetch(`${this.url}/api/rooms`, {
      method: 'POST',
      body: JSON.stringify(request),
    })
    const answer = await response.json()
    assert.equal(response.status, 201, `a room is created: ${JSON.stringify(answer)}`)
    return { room: answer.code, host_key: answer.host_key }
  }

  /** Resident memory in bytes. */
  async residentBytes() {
    const status = await readFile(`/proc/${this.child.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)[1]) * 1024
  }

  /** Sends every viewer of the test home, and fails if one of them has seen a rule broken. */
  async dismiss() {
    const viewers = [...this.viewers]
    this.viewers.clear()
    const ends = await Promise.allSettled(viewers.map((viewer) => viewer.leave()))
    const problem = ends.find(({ status }) => status === 'rejected')
    if (problem) throw problem.reason
  }

  /** SIGTERM, and what must then be true: an exit code of 0 and nothing in the log but log lines. */
  async stop() {
    try {
      await this.dismiss()
    } finally {
      this.child.kill('SIGTERM')
      await this.assertCleanExit()
    }
  }

  async assertCleanExit() {
    try {
      const exit = await within(this.exited, 'the server ends')
      assert.deepEqual(exit, { code: 0, signal: null }, this.stderr)
      this.assertCleanLog()
    } finally {
      this.child.kill('SIGKILL')
      await rm(this.folder, { recursive: true, force: true })
    }
  }

  // Reports of sanitizers are not JSON, so they are caught here as well.
  assertCleanLog() {
    for (const text of this.stderr.split('\n').filter((line) => line !== '')) {
      let line
      try {
        line = JSON.parse(text)
      } catch {
        assert.fail(`not a log line: ${text}\n${this.stderr}`)
      }
      assert.notEqual(line.level, 'error', text)
      assert.ok(line.time && line.level && line.event, text)
    }
  }
}
