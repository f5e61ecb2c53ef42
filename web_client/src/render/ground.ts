import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, ShaderMaterial, type IUniform } from 'three'
import type { Scene } from '../model/scene'
import { BACKDROP } from './glsl'

// How far the ground reaches to the sides and to the front, in radii of the view.
const REACH = 60

/** The ground at y = 0, from the wall on; it hides the shadow on the wall below it. */
export class Ground {
  readonly mesh: Mesh

  constructor(uniforms: Record<string, IUniform>) {
    const geometry = new BufferGeometry()
    const corners = new Float32Array([-1, 0, 0, 1, 0, 0, -1, 0, 1, 1, 0, 1])
    geometry.setAttribute('position', new BufferAttribute(corners, 3))
    geometry.setIndex([0, 1, 2, 2, 1, 3])
    this.mesh = new Mesh(geometry, material(uniforms))
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 1.5
    this.mesh.visible = false
  }

  /** Lay it out for a scene whose wall is at z = `wall`. */
  place(scene: Scene, wall: number): void {
    this.mesh.position.set(scene.view.centre[0], 0, wall)
    this.mesh.scale.setScalar(REACH * scene.view.radius)
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    ;(this.mesh.material as ShaderMaterial).dispose()
  }
}

function material(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    side: DoubleSide,
    depthTest: false,
    depthWrite: false,
    vertexShader: /* glsl */ `
      varying float vAway;
      void main() {
        vAway = position.z * ${REACH.toFixed(1)};
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `${BACKDROP}
      uniform vec3 ground;
      varying float vAway;
      void main() {
        // Darkest where it meets the wall.
        float depth = mix(0.85, 0.5, smoothstep(0.0, 1.6, vAway));
        gl_FragColor = vec4(mix(backdrop(gl_FragCoord.xy), ground, depth), 1.0);
      }`,
  })
}
