// A reader that stops reading, in frames that build on each other, with raw sockets.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Follower } from './lib/follower.mjs'
import { RawSocket } from './lib/raw_socket.mjs'
import { full, Server, sleep } from './lib/server.mjs'

const STALL_MS = full ? 30_000 : 6_000
const RATE = 30
// Moves all the time; about 6 kB a frame on the grid.
const moving = { scene: 'cloth', parameters: { columns: 63, rows: 63, iterations: 4, breeze: 6 } }

/** Checks that each frame can be read by whoever has had all before; counts the leaps and how they end. */
function readable(ticks) {
  const [KEY, DELTA] = [0x4b, 0x44]
  let held
  let leaps = 0
  for (const { frame, step } of ticks.filter((tick) => tick.frame)) {
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
    const [kind, number] = [frame[0], view.getUint32(1, true)]
    assert.ok(kind === KEY || kind === DELTA)
    if (kind === DELTA) assert.equal(view.getUint32(5, true), held.number, `step ${step}`)
    if (held && step > held.step + 15) {
      assert.equal(kind, KEY, 'after a leap the frame is independent')
      leaps++
    }
    held = { number, step }
  }
  return leaps
}

describe('a reader that stops', () => {
  let server
  before(async () => {
    server = await Server.start('--metrics', 'open')
  })
  afterEach(() => server.dismiss())
  after(() => server.stop())

  const memory = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(/^ropewalk_memory_bytes (\S+)$/m.exec(text)[1])
  }

  it('costs little, slows nobody, and reads on with an independent frame', async () => {
    const hosted = await server.createRoom(moving)
    const other = await Follower.join(server, { room: hosted.room, rate: RATE })
    const raw = await RawSocket.join(server, { room: hosted.room, rate: RATE, encodings: ['grid0.5'] })
    const ticks = () => raw.messages.filter(({ type }) => type === 'tick')
    await raw.until(() => ticks().length > 10, 'some frames')

    // Another one, of plain frames at 60 per second, lets 18 MB pass by even in the short form.
    const mute = await RawSocket.join(server, { room: hosted.room, rate: 60 })
    for (const stalled of [raw, mute]) stalled.socket.pause()
    const before = await memory()
    const [frame0, step0] = [other.frameCount, other.frameStep]
    await sleep(STALL_MS)
    const grown = (await memory()) - before
    // A busy machine makes fewer steps, and sometimes several in one go.
    const [frames, steps] = [other.frameCount - frame0, other.frameStep - step0]
    assert.ok(frames > (0.6 * steps * RATE) / 60, `the other had ${frames} frames in ${steps} steps`)
    // AddressSanitizer keeps 8 MB of what was freed.
    assert.ok(grown < 16e6, `the server has grown by ${grown} bytes`)

    raw.socket.resume()
    const last = other.frameStep
    await raw.until(() => raw.closeCode !== undefined || ticks().at(-1).step >= last, 'the present')
    if (raw.closeCode === undefined) {
      assert.ok(readable(ticks()) >= 1, 'frames were left out')
    } else {
      assert.equal(raw.closeCode, 1013)
    }
    for (const stalled of [raw, mute]) stalled.destroy()
  })
})
