import {
  BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  type IUniform,
} from 'three'
import type { Scene } from '../model/scene'
import { moving } from './capsules'
import { BLENDED_EDGES, SMOOTH_EDGES } from './edges'
import { LIGHTING } from './glsl'

/** Some particles as small balls, and pins as rings: one quad each, rounded in the shader. */
export class Beads {
  readonly mesh: Mesh
  private readonly geometry = new InstancedBufferGeometry()
  private readonly centre: InstancedBufferAttribute

  constructor(
    scene: Scene,
    private readonly particles: readonly number[],
    radius: { bead: number; pin: number },
    smooth: boolean,
    uniforms: Record<string, IUniform>,
  ) {
    this.centre = moving(particles.length, 3)
    const pins = new Set(scene.pins)
    const rings = Float32Array.from(particles, (particle) => (pins.has(particle) ? 1 : 0))
    const corners = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1])
    this.geometry.setAttribute('corner', new BufferAttribute(corners, 2))
    this.geometry.setIndex([0, 1, 2, 2, 1, 3])
    this.geometry.setAttribute('centre', this.centre)
    this.geometry.setAttribute('ring', new InstancedBufferAttribute(rings, 1))
    this.geometry.instanceCount = particles.length

    this.mesh = new Mesh(
      this.geometry,
      material(
        { ...uniforms, beadRadius: { value: radius.bead }, pinRadius: { value: radius.pin } },
        smooth,
      ),
    )
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 3
  }

  update(positions: Float32Array): void {
    const centre = this.centre.array
    this.particles.forEach((particle, i) => {
      for (let axis = 0; axis < 3; axis++) centre[3 * i + axis] = positions[3 * particle + axis]!
    })
    this.centre.needsUpdate = true
  }

  dispose(): void {
    this.geometry.dispose()
    ;(this.mesh.material as ShaderMaterial).dispose()
  }
}

function material(uniforms: Record<string, IUniform>, smooth: boolean): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    ...(smooth ? SMOOTH_EDGES : BLENDED_EDGES),
    vertexShader: /* glsl */ `
      attribute vec2 corner;
      attribute vec3 centre;
      attribute float ring;
      uniform float beadRadius;
      uniform float pinRadius;
      uniform float thinnest;
      uniform float pixel;
      varying vec2 vCorner;
      varying float vRing;
      void main() {
        vec3 middle = (viewMatrix * vec4(centre, 1.0)).xyz;
        float atLeast = (1.5 + 2.0 * ring) * thinnest * pixel * -middle.z;
        float r = max(mix(beadRadius, pinRadius, ring), atLeast);
        vCorner = corner;
        vRing = ring;
        // In front of the links that meet here, as the near half of a ball is.
        vec3 raised = middle - normalize(middle) * r;
        gl_Position = projectionMatrix * vec4(raised + vec3(corner * r, 0.0), 1.0);
      }`,
    fragmentShader: /* glsl */ `${LIGHTING}
      uniform float leastCover;
      uniform vec3 bead;
      uniform vec3 pin;
      uniform vec3 glow;
      varying vec2 vCorner;
      varying float vRing;
      void main() {
        float d = length(vCorner);
        float edge = fwidth(d);
        float cover = 1.0 - smoothstep(1.0 - edge, 1.0 + 0.5 * edge, d);
        if (cover < leastCover) discard;
        vec3 n = vec3(vCorner, sqrt(max(1.0 - d * d, 0.0)));
        float eye = vRing * (1.0 - smoothstep(0.42 - edge, 0.42 + edge, d));
        vec3 colour = mix(lit(mix(bead, pin, vRing), n), glow, eye);
        gl_FragColor = vec4(colour, cover);
      }`,
  })
}
