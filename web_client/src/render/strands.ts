import {
  DoubleSide,
  InstancedBufferAttribute,
  Mesh,
  ShaderMaterial,
  type IUniform,
} from 'three'
import type { Scene } from '../model/scene'
import { stretchOf, tintOf } from '../model/strain'
import { Capsules, CAPSULE_FRAGMENT, CAPSULE_VERTEX, moving } from './capsules'
import { BLENDED_EDGES, SMOOTH_EDGES } from './edges'
import { LIGHTING } from './glsl'

const RAIL_GIRTH = 2.4

/** The links, each tinted by its own stretch. */
export class Strands {
  readonly mesh: Mesh
  private readonly capsules: Capsules
  private readonly tint

  constructor(
    private readonly scene: Scene,
    radius: number,
    smooth: boolean,
    uniforms: Record<string, IUniform>,
  ) {
    this.capsules = new Capsules(scene.links)
    this.tint = moving(scene.rest.length, 1)
    this.capsules.geometry.setAttribute('tint', this.tint)
    this.capsules.geometry.setAttribute('girth', girths(scene))
    this.capsules.geometry.setAttribute('sprung', sprung(scene))
    this.mesh = new Mesh(
      this.capsules.geometry,
      material({ ...uniforms, radius: { value: radius } }, smooth),
    )
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 2
  }

  update(positions: Float32Array): void {
    this.capsules.update(positions)
    const tint = this.tint.array
    for (let link = 0; link < tint.length; link++) {
      tint[link] = tintOf(stretchOf(this.scene, positions, link))
    }
    this.tint.needsUpdate = true
  }

  dispose(): void {
    this.capsules.geometry.dispose()
    ;(this.mesh.material as ShaderMaterial).dispose()
  }
}

/** A link between two pins is part of the rail that the cloth hangs from. */
function girths(scene: Scene): InstancedBufferAttribute {
  const pins = new Set(scene.pins)
  const factors = Float32Array.from(scene.rest, (_, link) =>
    pins.has(scene.links[2 * link]!) && pins.has(scene.links[2 * link + 1]!) ? RAIL_GIRTH : 1,
  )
  return new InstancedBufferAttribute(factors, 1)
}

/** 1 for explicit springs, which wear a colour of their own in dashes. */
function sprung({ rest, springs }: Scene): InstancedBufferAttribute {
  const flags = new Float32Array(rest.length).fill(1, rest.length - springs)
  return new InstancedBufferAttribute(flags, 1)
}

function material(uniforms: Record<string, IUniform>, smooth: boolean): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    side: DoubleSide,
    ...(smooth ? SMOOTH_EDGES : BLENDED_EDGES),
    vertexShader: `${CAPSULE_VERTEX}
      attribute float tint;
      attribute float girth;
      attribute float sprung;
      uniform float radius;
      varying float vTint;
      varying float vRail;
      varying float vSprung;
      void main() {
        vSprung = sprung;
        vTint = tint;
        vRail = step(1.5, girth);
        placeCapsule(from, to, radius * girth);
      }`,
    fragmentShader: `${CAPSULE_FRAGMENT} ${LIGHTING}
      uniform float leastCover;
      uniform vec3 link;
      uniform vec3 pin;
      uniform vec3 strain;
      uniform vec3 spring;
      varying float vTint;
      varying float vRail;
      varying float vSprung;
      void main() {
        float d = fromAxis();
        float edge = fwidth(d);
        float cover = 1.0 - smoothstep(1.0 - edge, 1.0 + 0.5 * edge, d);
        if (cover < leastCover) discard;
        float across = clamp(vPlace.x / vRadius, -1.0, 1.0);
        vec3 n = vSide * across + vec3(0.0, 0.0, sqrt(1.0 - across * across));
        // Halfway between grey and orange lies brown; lift it, so that it reads as warm.
        // A spring's turns: dark and light by turns along it.
        float turn = step(0.5, fract(vPlace.y / (5.0 * vRadius)));
        vec3 rest = mix(link, mix(spring, link, 0.7 * turn), vSprung);
        vec3 warmed = mix(rest, strain, vTint) + 0.35 * vTint * (1.0 - vTint) * strain;
        vec3 colour = mix(warmed, pin, vRail);
        // Strain glows by itself: shading must not dull it.
        gl_FragColor = vec4(mix(lit(colour, n), colour, 0.65 * vTint), cover);
      }`,
  })
}
