import type { Vector } from './vector'

export type ParameterKind = 'float' | 'int' | 'bool' | 'choice'

/** A setting of a scene, as the server describes it. */
export interface Parameter {
  readonly name: string
  readonly title: string
  readonly unit: string
  readonly kind: ParameterKind
  readonly min: number
  readonly max: number
  readonly default: number
  readonly value: number
  /** Acts at the next step; otherwise a change builds the world anew. */
  readonly live: boolean
  readonly choices: readonly number[]
  /** What the choices are called, in their order; empty when their numbers say it. */
  readonly labels: readonly string[]
}

/** What does not change while a world is stepped. */
export interface Scene {
  readonly name: string
  readonly title: string
  readonly version: number
  /** Seconds per step. */
  readonly h: number
  readonly particles: number
  /** L × 2: the particles a and b of each link. */
  readonly links: Uint32Array
  /** L rest lengths, m. */
  readonly rest: Float32Array
  readonly pins: Uint32Array
  readonly view: { readonly centre: Vector; readonly radius: number }
  readonly parameters: readonly Parameter[]
}

/** Particles of a woven scene in row-major order. */
export interface Grid {
  readonly rows: number
  readonly columns: number
}

/**
 * The grid behind a scene's links, if they are the warp and weft of a cloth:
 * every link joins a particle to its right-hand neighbour or to the one a row
 * below. Ropes and chains have no grid.
 */
export function gridOf(scene: Scene): Grid | null {
  if (!scene.name.startsWith('cloth')) return null
  let columns = 0
  for (let i = 0; i < scene.links.length; i += 2) {
    const span = Math.abs(scene.links[i + 1]! - scene.links[i]!)
    if (span === 1) continue
    if (columns !== 0 && span !== columns) return null
    columns = span
  }
  if (columns < 2 || scene.particles % columns !== 0) return null
  return { rows: scene.particles / columns, columns }
}

export function parameterOf(scene: Scene, name: string): Parameter | undefined {
  return scene.parameters.find((parameter) => parameter.name === name)
}

/** What a choice is called, if it has a name. */
export function labelOf(parameter: Parameter, value: number): string | undefined {
  return parameter.labels[parameter.choices.indexOf(value)]
}

/** The same scene with one parameter's value replaced. */
export function withParameter(scene: Scene, name: string, value: number): Scene {
  return {
    ...scene,
    parameters: scene.parameters.map((parameter) =>
      parameter.name === name ? { ...parameter, value } : parameter,
    ),
  }
}
