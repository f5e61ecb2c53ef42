// What contestants in Node share: for each line "NAME STEP_MM RATE" on standard input a pass over
// that trajectory, and one line of JSON.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const FRAMES_PER_S = 60

/** See frames.h. */
export class Frames {
  constructor(path, rate) {
    const bytes = readFileSync(path)
    const [particles, links, frames] = new Uint32Array(bytes.buffer, bytes.byteOffset, 3)
    this.particles = particles
    this.links = new Uint32Array(bytes.buffer, bytes.byteOffset + 12, 2 * links)
    this.every = FRAMES_PER_S / rate
    this.count = Math.floor(frames / this.every)
    this.positions = new Float32Array(bytes.buffer, bytes.byteOffset + 12 + 8 * links)
  }

  at(frame) {
    const start = 3 * this.particles * frame * this.every
    return this.positions.subarray(start, start + 3 * this.particles)
  }

  /** The same in integers. */
  onGrid(frame, stepMm) {
    return Int32Array.from(this.at(frame), (metres) => Math.round((metres * 1000) / stepMm))
  }
}

/** CPU seconds of all threads of this process while `work` runs: of its compiler and collector, too. */
export function cpuSeconds(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

export function fail(text) {
  console.error(text)
  process.exit(1)
}

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Calls run({ folder, name, stepMm, rate, frames }), which gives the figures of a pass. */
export async function serve(run) {
  const folder = process.argv[2]
  const known = new Map()
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, stepMm, rate] = line.split(' ')
    const key = `${name} ${rate}`
    if (!known.has(key)) known.set(key, new Frames(`${folder}/${name}`, Number(rate)))
    const task = { folder, name, stepMm: Number(stepMm), rate: Number(rate), frames: known.get(key) }
    console.log(JSON.stringify(run(task)))
  }
}
