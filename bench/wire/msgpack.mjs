// @msgpack/msgpack: positions as one flat array of numbers, which are doubles; decoded.
import { Decoder, encode } from '@msgpack/msgpack'
import { cpuSeconds, fail, mean, serve } from './contestant.mjs'

// Kept, which is faster than its decode().
const decoder = new Decoder()

await serve(({ frames }) => {
  const encoded = Array.from({ length: frames.count - 1 }, (_, i) => encode(Array.from(frames.at(i + 1))))
  const seconds = cpuSeconds(() => {
    for (const bytes of encoded) decoder.decode(bytes)
  })
  encoded.forEach((bytes, i) => {
    const positions = frames.at(i + 1)
    if (decoder.decode(bytes).some((value, k) => value !== positions[k])) fail('msgpack: something else came back')
  })
  return {
    msgpack_f64_bytes: mean(encoded.map((bytes) => bytes.length)) / frames.particles,
    msgpack_decode_ns: (1e9 * seconds) / encoded.length / frames.particles,
  }
})
