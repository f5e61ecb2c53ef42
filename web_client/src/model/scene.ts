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
  /** What stands in the way, and never moves. */
  readonly obstacles: readonly Obstacle[]
  /** How far from an obstacle or from each other particles stay, m; 0: they pass through. */
  readonly radius: number
  /** Woven surfaces. */
  readonly grids: readonly Grid[]
  /** F × 3: the particles at the corners of each triangle of a surface. */
  readonly faces: Uint32Array
  /** How many of the links, at the end of the list, are explicit springs. */
  readonly springs: number
}

/** A body that never moves; lengths in metres. */
export type Obstacle =
  | { readonly shape: 'capsule'; readonly from: Vector; readonly to: Vector; readonly radius: number }
  | { readonly shape: 'box'; readonly centre: Vector; readonly halfSize: Vector }
  /** Everything behind a plane; the normal points out of it. */
  | { readonly shape: 'slope'; readonly point: Vector; readonly normal: Vector }

/** Particles of a woven surface in row-major order, from `first` on. */
export interface Grid {
  readonly first: number
  readonly rows: number
  readonly columns: number
}

/** Whether the scene is a woven surface rather than ropes and chains. */
export function isWoven(scene: Scene): boolean {
  return scene.grids.length > 0
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
