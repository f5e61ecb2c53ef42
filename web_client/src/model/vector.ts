/** Metres in the world's axes: x to the right, y up, z towards the viewer. */
export type Vector = readonly [x: number, y: number, z: number]

export function mix(a: Vector, b: Vector, t: number): Vector {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

/** The position of one particle in an array of x, y, z triples. */
export function particleAt(positions: Float32Array, particle: number): Vector {
  const i = 3 * particle
  return [positions[i] ?? 0, positions[i + 1] ?? 0, positions[i + 2] ?? 0]
}
