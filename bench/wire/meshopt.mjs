// meshoptimizer's vertex codec, which is made for vertices on a grid: intra, and on differences to
// the frame before. All its settings, and every layout that its vertices of whole words allow, are
// tried on some frames; the smallest is used.
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'
import { cpuSeconds, fail, mean, serve } from './contestant.mjs'

await MeshoptEncoder.ready
await MeshoptDecoder.ready

const TRIED_EVERY = 20

// How integers [particles][3] become vertices: of so many numbers, which are this integer's place.
const LAYOUTS = {
  'int16, a zero after z': { Words: Int16Array, words: 4, place: (i) => i + Math.floor(i / 3) },
  'int16, two in a vertex': { Words: Int16Array, words: 6, place: (i) => i },
  int32: { Words: Int32Array, words: 3, place: (i) => i },
}

const settings = []
for (const layout of Object.keys(LAYOUTS))
  for (const version of [0, 1]) for (const level of [0, 1, 2, 3]) settings.push({ layout, version, level })

function toVertices(integers, { Words, words, place }) {
  const length = place(integers.length - 1) + 1
  const vertices = new Words(Math.ceil(length / words) * words)
  for (let i = 0; i < integers.length; i++) vertices[place(i)] = integers[i]
  return vertices
}

function encode(integers, { layout, version, level }) {
  const vertices = toVertices(integers, LAYOUTS[layout])
  const count = vertices.length / LAYOUTS[layout].words
  const size = vertices.byteLength / count
  return MeshoptEncoder.encodeVertexBufferLevel(new Uint8Array(vertices.buffer), count, size, level, version)
}

function check(integers, { layout }, encoded) {
  const vertices = toVertices(integers, LAYOUTS[layout]).fill(0)
  const count = vertices.length / LAYOUTS[layout].words
  const size = vertices.byteLength / count
  MeshoptDecoder.decodeVertexBuffer(new Uint8Array(vertices.buffer), count, size, encoded)
  if (integers.some((integer, i) => vertices[LAYOUTS[layout].place(i)] !== integer))
    fail('meshoptimizer: something else came back')
}

const label = ({ layout, version, level }) => `${layout}, version ${version}, level ${level}`

function smallest(inputs) {
  const sizes = settings.map((setting) => mean(inputs.map((input) => encode(input, setting).length)))
  return settings[sizes.indexOf(Math.min(...sizes))]
}

function pass(inputs, particles) {
  const setting = smallest(inputs.filter((_, i) => i % TRIED_EVERY === 0))
  let encoded
  const seconds = cpuSeconds(() => (encoded = inputs.map((input) => encode(input, setting))))
  encoded.forEach((bytes, i) => check(inputs[i], setting, bytes))
  return {
    bytes: mean(encoded.map((bytes) => bytes.length)) / particles,
    ns: (1e9 * seconds) / inputs.length / particles,
    setting: label(setting),
  }
}

await serve(({ frames, stepMm }) => {
  const grids = Array.from({ length: frames.count }, (_, i) => frames.onGrid(i, stepMm))
  const intra = pass(grids.slice(1), frames.particles)
  const deltas = grids.slice(1).map((grid, i) => grid.map((integer, k) => integer - grids[i][k]))
  const delta = pass(deltas, frames.particles)
  return {
    meshopt_intra_bytes: intra.bytes,
    meshopt_intra_ns: intra.ns,
    meshopt_intra_setting: intra.setting,
    meshopt_delta_bytes: delta.bytes,
    meshopt_delta_ns: delta.ns,
    meshopt_delta_setting: delta.setting,
  }
})
