import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const binary = process.env.ROPEWALK_BIN ?? join(root, 'build/release/server/ropewalk')
const START_MS = 10_000

export interface NewRoom {
  readonly code: string
  readonly hostKey: string
}

/** One server process with a data folder of its own. */
export class Server {
  private process: ChildProcess | null = null
  private port = 0
  private readonly data = mkdtempSync(join(tmpdir(), 'ropewalk-browser-'))

  /** `flags` come on top of what every test needs. */
  constructor(private readonly flags: readonly string[] = []) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Start; again on the same port after a stop. */
  async start(): Promise<void> {
    const flags = ['--listen', '127.0.0.1', '--port', String(this.port), '--create', 'open']
    const rooms = ['--rooms-max', '1000'] // each test makes its own
    // A name that some tests have their browser take for this machine.
    const names = ['--allowed-hosts', 'rope.example']
    const folders = ['--www', join(root, 'web_client/dist'), '--data', this.data]
    const child = spawn(binary, [...flags, ...rooms, ...names, ...folders, ...this.flags], { stdio: ['ignore', 'ignore', 'pipe'] })
    this.process = child
    this.port = await listeningPort(child)
  }

  /** Stop at once, without a word to anybody. */
  async kill(): Promise<void> {
    const child = this.process
    this.process = null
    if (child === null || child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async dispose(): Promise<void> {
    await this.kill()
    rmSync(this.data, { recursive: true, force: true })
  }

  async createRoom(scene: string, more: { title?: string; public?: boolean; parameters?: object } = {}): Promise<NewRoom> {
    const response = await fetch(`${this.url}/api/rooms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scene, ...more }),
    })
    if (response.status !== 201) throw new Error(`no room: ${await response.text()}`)
    const { code, host_key: hostKey } = (await response.json()) as Record<string, string>
    return { code: code!, hostKey: hostKey! }
  }
}

/** The port in the line of the log that tells of it. */
async function listeningPort(child: ChildProcess): Promise<number> {
  const lines = createInterface({ input: child.stderr! })
  const said: string[] = []
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}\n${said.join('\n')}`))
    const timer = setTimeout(() => fail('the server did not start in time'), START_MS)
    child.once('error', (error) => fail(`the server cannot be run: ${error.message}`))
    child.once('exit', () => fail('the server ended'))
    lines.on('line', (line) => {
      said.push(line)
      if (!line.includes('"event":"listening"')) return
      clearTimeout(timer)
      resolve((JSON.parse(line) as { port: number }).port)
    })
  })
}
