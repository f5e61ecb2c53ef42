// @colyseus/schema: a state of positions to which the frames are assigned, and the patches that it
// encodes. The first pass over a trajectory takes all ways in which one would write the state, the
// later ones the smallest.
import { ArraySchema, Decoder, Encoder, schema, t } from '@colyseus/schema'
import { cpuSeconds, fail, mean, serve } from './contestant.mjs'

// A patch is at most so large; the library would make its buffer larger as it goes.
Encoder.BUFFER_SIZE = 1024 * 1024

const flat = (type) => {
  const State = schema({ positions: t.array(type) }, `Flat_${type}`)
  return {
    State,
    fill: (state, values) => (state.positions = new ArraySchema(...values)),
    assign: ({ positions }, values) => {
      for (let i = 0; i < values.length; i++) positions[i] = values[i]
    },
    read: ({ positions }) => Array.from(positions),
  }
}

const vectors = (type) => {
  const Vector = schema({ x: t[type](), y: t[type](), z: t[type]() }, `Vector_${type}`)
  const State = schema({ positions: t.array(Vector) }, `Vectors_${type}`)
  return {
    State,
    fill: (state, values) => {
      state.positions = new ArraySchema()
      for (let i = 0; i < values.length; i += 3)
        state.positions.push(new Vector().assign({ x: values[i], y: values[i + 1], z: values[i + 2] }))
    },
    assign: ({ positions }, values) => {
      for (let i = 0; 3 * i < values.length; i++) {
        const vector = positions[i]
        vector.x = values[3 * i]
        vector.y = values[3 * i + 1]
        vector.z = values[3 * i + 2]
      }
    },
    read: ({ positions }) => Array.from(positions).flatMap(({ x, y, z }) => [x, y, z]),
  }
}

// float32 in metres, int16 on the grid. A quantised field (t.quantized) of 16 bits is as large as an int16.
const WAYS = {
  array_float32: { ...flat('float32'), grid: false },
  array_int16: { ...flat('int16'), grid: true },
  xyz_float32: { ...vectors('float32'), grid: false },
  xyz_int16: { ...vectors('int16'), grid: true },
}

/** Mean bytes of a particle's patches, and ns for assigning and encoding. */
function measure({ State, fill, assign, read, grid }, { frames, stepMm }) {
  const inputs = Array.from({ length: frames.count }, (_, i) => (grid ? frames.onGrid(i, stepMm) : frames.at(i)))
  const state = new State()
  fill(state, inputs[0])
  const encoder = new Encoder(state)
  const decoder = new Decoder(new State())
  decoder.decode(encoder.encodeAll())
  encoder.discardChanges()
  const sizes = []
  let seconds = 0
  for (const input of inputs.slice(1)) {
    let patch
    seconds += cpuSeconds(() => {
      assign(state, input)
      patch = encoder.encode()
      encoder.discardChanges()
    })
    sizes.push(patch.length)
    decoder.decode(patch)
    const back = read(decoder.state)
    if (input.some((value, i) => back[i] !== value)) fail('colyseus: something else came back')
  }
  return { bytes: mean(sizes) / frames.particles, ns: (1e9 * seconds) / sizes.length / frames.particles }
}

const smallest = new Map()

await serve((task) => {
  const key = `${task.name} ${task.stepMm} ${task.rate}`
  const figures = {}
  if (!smallest.has(key)) {
    for (const [name, way] of Object.entries(WAYS)) figures[`colyseus_${name}_bytes`] = measure(way, task).bytes
    const sizes = Object.keys(WAYS).map((name) => figures[`colyseus_${name}_bytes`])
    smallest.set(key, Object.keys(WAYS)[sizes.indexOf(Math.min(...sizes))])
  }
  const setting = smallest.get(key)
  const { bytes, ns } = measure(WAYS[setting], task)
  return { ...figures, colyseus_bytes: bytes, colyseus_ns: ns, colyseus_setting: setting }
})
