import {
  CustomBlending,
  DoubleSide,
  Mesh,
  MinEquation,
  OneFactor,
  ShaderMaterial,
  type BufferGeometry,
  type IUniform,
} from 'three'
import type { Grid } from '../model/scene'
import { Capsules, CAPSULE_FRAGMENT, CAPSULE_VERTEX } from './capsules'
import { BACKDROP } from './glsl'

// The shadow on the wall gives depth to a drawing of lines. It is drawn in
// shades of the wall itself, and where shadows overlap the darkest wins, so
// that neither joints nor folds show. A cloth throws its surface's shadow, made
// soft by that of its border; soft shadows of all its threads would cost too
// much on machines without a graphics card.

const THROWN = /* glsl */ `
  uniform float wall;
  vec3 thrown(vec3 p) {
    return p + vec3(0.34, -0.42, -1.0) * (p.z - wall);
  }
`

export class Shadow {
  readonly meshes: readonly Mesh[]
  private readonly capsules: Capsules

  /**
   * `links` throw soft shadows, as pairs of particles; `surfaces` plain ones. Their
   * geometry is moved and owned by somebody else.
   */
  constructor(
    links: ArrayLike<number>,
    radius: number,
    surfaces: readonly BufferGeometry[],
    uniforms: Record<string, IUniform>,
  ) {
    this.capsules = new Capsules(links)
    const soft = new Mesh(
      this.capsules.geometry,
      softMaterial({ ...uniforms, shadowRadius: { value: radius } }),
    )
    this.meshes = [soft, ...surfaces.map((surface) => new Mesh(surface, plainMaterial(uniforms)))]
    for (const mesh of this.meshes) {
      mesh.frustumCulled = false
      mesh.renderOrder = 1
    }
  }

  update(positions: Float32Array): void {
    this.capsules.update(positions)
  }

  dispose(): void {
    this.capsules.geometry.dispose()
    for (const mesh of this.meshes) (mesh.material as ShaderMaterial).dispose()
  }
}

/** The links around the edge of a grid, as pairs of particles. */
export function border({ first, rows, columns }: Grid): number[] {
  const links: number[] = []
  const last = first + (rows - 1) * columns
  for (let column = 0; column + 1 < columns; column++) {
    links.push(first + column, first + column + 1, last + column, last + column + 1)
  }
  for (let row = 0; row + 1 < rows; row++) {
    const left = first + row * columns
    links.push(left, left + columns, left + columns - 1, left + 2 * columns - 1)
  }
  return links
}

const DARKEST_WINS = {
  side: DoubleSide,
  depthTest: false,
  depthWrite: false,
  blending: CustomBlending,
  blendEquation: MinEquation,
  blendSrc: OneFactor,
  blendDst: OneFactor,
} as const

function softMaterial(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    ...DARKEST_WINS,
    uniforms,
    vertexShader: `${CAPSULE_VERTEX} ${THROWN}
      uniform float shadowRadius;
      void main() {
        placeCapsule(thrown(from), thrown(to), shadowRadius);
      }`,
    fragmentShader: `${CAPSULE_FRAGMENT} ${BACKDROP}
      uniform float shade;
      void main() {
        float soft = 1.0 - smoothstep(0.0, 1.0, fromAxis());
        gl_FragColor = vec4(backdrop(gl_FragCoord.xy) * (1.0 - shade * soft), 1.0);
      }`,
  })
}

function plainMaterial(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    ...DARKEST_WINS,
    uniforms,
    vertexShader: `${THROWN}
      void main() {
        gl_Position = projectionMatrix * viewMatrix * vec4(thrown(position), 1.0);
      }`,
    fragmentShader: `${BACKDROP}
      uniform float shade;
      void main() {
        gl_FragColor = vec4(backdrop(gl_FragCoord.xy) * (1.0 - shade), 1.0);
      }`,
  })
}
