import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  ShaderMaterial,
  type IUniform,
} from 'three'
import type { Grid } from '../model/scene'

/** How a surface lets the light through. */
export type Cover = 'gauze' | 'skin'

const OPACITY: Readonly<Record<Cover, string>> = {
  gauze: '0.62 + 0.25 * grazing',
  skin: '0.84 + 0.12 * grazing',
}

/** The faint surface between the warp and weft of cloths, or the skin of a body. */
export class Surface {
  readonly mesh: Mesh
  readonly geometry = new BufferGeometry()
  private readonly place: BufferAttribute

  /** `triangles` holds the particles at the corners of each. */
  constructor(
    particles: number,
    triangles: number[],
    cover: Cover,
    uniforms: Record<string, IUniform>,
  ) {
    this.place = new BufferAttribute(new Float32Array(3 * particles), 3)
    this.place.setUsage(DynamicDrawUsage)
    this.geometry.setAttribute('position', this.place)
    this.geometry.setIndex(triangles)
    this.mesh = new Mesh(this.geometry, material(cover, uniforms))
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 4
  }

  update(positions: Float32Array): void {
    this.place.copyArray(positions)
    this.place.needsUpdate = true
    this.geometry.computeVertexNormals()
  }

  dispose(): void {
    this.geometry.dispose()
    ;(this.mesh.material as ShaderMaterial).dispose()
  }
}

/** The triangles of a woven surface. */
export function quads({ first, rows, columns }: Grid): number[] {
  const index: number[] = []
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = first + row * columns + column
      index.push(a, a + columns, a + 1, a + 1, a + columns, a + columns + 1)
    }
  }
  return index
}

function material(cover: Cover, uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    side: DoubleSide,
    transparent: true,
    // Behind the lines that lie in it.
    polygonOffset: true,
    polygonOffsetFactor: 1.5,
    polygonOffsetUnits: 4,
    vertexShader: /* glsl */ `
      varying vec3 vNormal;
      void main() {
        vNormal = mat3(viewMatrix) * normal;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 cloth;
      varying vec3 vNormal;
      void main() {
        vec3 n = normalize(vNormal);
        n *= sign(n.z);
        float light = 0.5 + 0.5 * dot(n, normalize(vec3(-0.62, 0.42, 0.66)));
        float grazing = 1.0 - n.z;
        gl_FragColor = vec4(cloth * (0.62 + 0.5 * light), ${OPACITY[cover]});
      }`,
  })
}
