// Our frames, decoded by the client's own decoder from a key frame on.
import { cpuSeconds, fail, serve } from './contestant.mjs'
import { bundle, framesOf } from './our_frames.mjs'

const { GridDecoder } = await import(`data:text/javascript,${encodeURIComponent(await bundle())}`)

// Half of what float32 rounds to at 16 m: what the client shows is a float32.
const ROUNDING_M = 1e-6

function check(decoded, positions, stepMm) {
  const most = stepMm / 2000 + ROUNDING_M
  if (decoded === null) fail('ours: a frame cannot be decoded')
  if (decoded.length !== positions.length || decoded.some((metres, i) => !(Math.abs(metres - positions[i]) <= most)))
    fail('ours: the client shows something else')
}

/** Decodes the frames after the first key frame, once to check them and once for the time. */
function decodeAll(task, frames, key) {
  const { frames: trajectory, stepMm } = task
  const start = () => {
    const decoder = new GridDecoder(stepMm / 1000, trajectory.particles, trajectory.links)
    check(decoder.decode(key), trajectory.at(1), stepMm)
    return decoder
  }
  const checked = start()
  frames.forEach((bytes, i) => check(checked.decode(bytes), trajectory.at(i + 2), stepMm))
  const decoder = start()
  const seconds = cpuSeconds(() => {
    for (const bytes of frames) decoder.decode(bytes)
  })
  return (1e9 * seconds) / frames.length / trajectory.particles
}

await serve((task) => {
  const keys = framesOf(task, 'k')
  return {
    d_decode_js_ns: decodeAll(task, framesOf(task, 'd').slice(1), keys[0]),
    k_decode_js_ns: decodeAll(task, keys.slice(1), keys[0]),
  }
})
