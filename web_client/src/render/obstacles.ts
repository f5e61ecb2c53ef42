import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  DoubleSide,
  Matrix4,
  Mesh,
  Quaternion,
  ShaderMaterial,
  Vector3,
  type IUniform,
} from 'three'
import type { Obstacle, Scene } from '../model/scene'
import { LIGHTING } from './glsl'

// How far a slope reaches, in radii of the view.
const REACH = 4
/** Parts of a round end, and around it. */
const ROUNDNESS = { fine: [12, 32], coarse: [5, 14] } as const
const UP = new Vector3(0, 1, 0)

/** What stands in the way. It never moves. */
export class Obstacles {
  readonly meshes: readonly Mesh[]
  private readonly material: ShaderMaterial

  constructor(scene: Scene, roundness: keyof typeof ROUNDNESS, uniforms: Record<string, IUniform>) {
    this.material = material(uniforms)
    this.meshes = scene.obstacles.map((obstacle) => {
      const mesh = new Mesh(geometryOf(obstacle, scene, ROUNDNESS[roundness]), this.material)
      mesh.frustumCulled = false
      mesh.renderOrder = 1.8
      return mesh
    })
  }

  update(): void {}

  dispose(): void {
    for (const mesh of this.meshes) mesh.geometry.dispose()
    this.material.dispose()
  }
}

function geometryOf(
  obstacle: Obstacle,
  scene: Scene,
  [cap, around]: readonly [number, number],
): BufferGeometry {
  switch (obstacle.shape) {
    case 'capsule': {
      const [from, to] = [new Vector3(...obstacle.from), new Vector3(...obstacle.to)]
      const along = to.clone().sub(from)
      const turn = new Quaternion().setFromUnitVectors(UP, along.clone().normalize())
      return new CapsuleGeometry(obstacle.radius, along.length(), cap, around).applyMatrix4(
        new Matrix4().compose(from.add(to).divideScalar(2), turn, new Vector3(1, 1, 1)),
      )
    }
    case 'box': {
      const [x, y, z] = obstacle.halfSize
      return new BoxGeometry(2 * x, 2 * y, 2 * z).translate(...obstacle.centre)
    }
    case 'slope':
      return slope(obstacle, scene)
  }
}

/** The part of a slope's surface that is near the scene, as a slab seen from its edge too. */
function slope({ point, normal }: Obstacle & { shape: 'slope' }, scene: Scene): BufferGeometry {
  const n = new Vector3(...normal).normalize()
  const across = Math.abs(n.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0)
  const side = across.clone().sub(n.clone().multiplyScalar(across.dot(n))).normalize()
  const along = new Vector3().crossVectors(n, side)
  const centre = new Vector3(...scene.view.centre)
  const middle = centre.sub(n.clone().multiplyScalar(centre.clone().sub(new Vector3(...point)).dot(n)))
  const corners = [
    [-REACH, -0.5],
    [REACH, -0.5],
    [-REACH, 0.5],
    [REACH, 0.5],
  ].flatMap(([u, v]) =>
    middle
      .clone()
      .add(along.clone().multiplyScalar(u! * scene.view.radius))
      .add(side.clone().multiplyScalar(v! * scene.view.radius))
      .toArray(),
  )
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3))
  geometry.setAttribute(
    'normal',
    new BufferAttribute(Float32Array.from([0, 1, 2, 3].flatMap(() => n.toArray())), 3),
  )
  geometry.setIndex([0, 1, 2, 2, 1, 3])
  return geometry
}

function material(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    side: DoubleSide,
    vertexShader: /* glsl */ `
      varying vec3 vNormal;
      void main() {
        vNormal = mat3(viewMatrix) * normal;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `${LIGHTING}
      uniform vec3 obstacle;
      varying vec3 vNormal;
      void main() {
        vec3 n = normalize(vNormal);
        n *= n.z < 0.0 ? -1.0 : 1.0;
        gl_FragColor = vec4(lit(obstacle, n), 1.0);
      }`,
  })
}
