// What one would write instead: rooms of a cloth in one Node process, by the loop of the textbook over
// flat Float32Arrays, sent by npm's ws. A room is made for whoever first names it, steps from then on
// at times of its own, and ends with the last one. GET /metrics tells how late the steps were begun,
// as the real server tells it.
//
// Usage: node_server.mjs; prints its port.
import { createServer } from 'node:http'
import { encodeTick, everyStep, sendToAll, serve, STEPS_PER_S } from '../peer/protocol.mjs'

const SIDE = 32
const SPACING = 0.05
const FLOOR_RATIO = 0.8
const ITERATIONS = 12
const MASS = 0.01
const GRAVITY = 9.81
const BREEZE = 0.8
const PARTICLES = SIDE * SIDE
const STEPS_PER_FRAME = 2

// The same for all rooms: ends[2i], ends[2i + 1] are kept rest[i] apart; where isFloor[i], no nearer.
const ends = []
const rests = []
const floors = []

function addLinks() {
  const at = (row, column) => row * SIDE + column
  const add = (a, b, rest, isFloor) => {
    ends.push(a, b)
    rests.push(rest)
    floors.push(isFloor)
  }
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      if (row + 1 < SIDE) add(at(row, column), at(row + 1, column), SPACING, 0)
      if (column + 1 < SIDE) add(at(row, column), at(row, column + 1), SPACING, 0)
      if (row + 1 === SIDE || column + 1 === SIDE) continue
      const diagonal = FLOOR_RATIO * Math.SQRT2 * SPACING
      add(at(row, column), at(row + 1, column + 1), diagonal, 1)
      add(at(row, column + 1), at(row + 1, column), diagonal, 1)
    }
  }
}

addLinks()
const end = Uint32Array.from(ends)
const rest = Float32Array.from(rests)
const isFloor = Uint8Array.from(floors)

class Cloth {
  constructor() {
    this.x = new Float32Array(3 * PARTICLES)
    this.p = new Float32Array(3 * PARTICLES)
    this.v = new Float32Array(3 * PARTICLES)
    this.w = new Float32Array(PARTICLES)
    this.time = 0
    for (let i = 0; i < PARTICLES; i++) {
      this.w[i] = i < SIDE ? 0 : 1 / MASS
      this.x[3 * i] = (i % SIDE) * SPACING
      this.x[3 * i + 1] = -Math.floor(i / SIDE) * SPACING
    }
  }

  sweep() {
    const { p, w } = this
    for (let i = 0; i < rest.length; i++) {
      const a = end[2 * i], b = end[2 * i + 1], a3 = 3 * a, b3 = 3 * b, weight = w[a] + w[b]
      const ex = p[a3] - p[b3], ey = p[a3 + 1] - p[b3 + 1], ez = p[a3 + 2] - p[b3 + 2]
      const length2 = ex * ex + ey * ey + ez * ez
      if (weight === 0 || length2 === 0 || (isFloor[i] && length2 >= rest[i] * rest[i])) continue
      const length = Math.sqrt(length2)
      const s = (length - rest[i]) / (length * weight), sa = w[a] * s, sb = w[b] * s
      p[a3] -= sa * ex
      p[a3 + 1] -= sa * ey
      p[a3 + 2] -= sa * ez
      p[b3] += sb * ex
      p[b3 + 1] += sb * ey
      p[b3 + 2] += sb * ez
    }
  }

  step() {
    const { x, p, v, w } = this
    const h = 1 / STEPS_PER_S
    this.time += h
    const wind = BREEZE * Math.sin(2 * this.time) * h
    for (let i = 0; i < PARTICLES; i++) {
      if (w[i] === 0) continue
      v[3 * i + 1] -= GRAVITY * h
      v[3 * i + 2] += wind
    }
    for (let i = 0; i < x.length; i++) p[i] = x[i] + h * v[i]
    for (let n = 0; n < ITERATIONS; n++) this.sweep()
    for (let i = 0; i < x.length; i++) {
      v[i] = (p[i] - x[i]) / h
      x[i] = p[i]
    }
  }
}

class Lateness {
  constructor() {
    this.limits = [0.5, 1, 2, 5, 10, 20, 50, 100, 500, Infinity] // ms
    this.counts = this.limits.map(() => 0)
  }

  add(ms) {
    this.counts[this.limits.findIndex((limit) => ms <= limit)]++
  }

  text() {
    let sum = 0
    return this.limits.map((limit, i) => {
      sum += this.counts[i]
      const le = limit === Infinity ? '+Inf' : limit / 1000
      return `ropewalk_tick_lateness_seconds_bucket{le="${le}"} ${sum}\n`
    }).join('')
  }
}

const lateness = new Lateness()
const rooms = new Map()

class Room {
  constructor() {
    this.particles = PARTICLES
    this.step = 0
    this.sockets = new Set()
    this.cloth = new Cloth()
    this.stop = everyStep((step, dueMs) => this.make(step, dueMs), (ms) => lateness.add(ms))
  }

  make(step, dueMs) {
    this.step = step
    this.cloth.step()
    if (step % STEPS_PER_FRAME === 0) {
      sendToAll(this.sockets, encodeTick(step, dueMs, this.cloth.x))
    }
  }
}

serve({
  server: createServer((_, response) => response.end(lateness.text())),
  join: (code, socket) => {
    if (!rooms.has(code)) rooms.set(code, new Room())
    rooms.get(code).sockets.add(socket)
    return rooms.get(code)
  },
  leave: (code, socket) => {
    const room = rooms.get(code)
    room.sockets.delete(socket)
    if (room.sockets.size === 0) {
      room.stop()
      rooms.delete(code)
    }
  },
})
