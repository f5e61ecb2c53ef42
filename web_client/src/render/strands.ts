import {
  BufferAttribute,
  CustomBlending,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  MinEquation,
  NoBlending,
  OneFactor,
  ShaderMaterial,
  type IUniform,
} from 'three'
import type { Scene } from '../model/scene'
import { stretchOf, tintOf } from '../model/strain'
import { BACKDROP, LIGHTING } from './glsl'

// Links are drawn as capsules: one quad each, turned to the camera and rounded
// and shaded in the fragment shader. The same quads, thrown onto the wall and
// blurred, make the shadow; of overlapping shadows the darkest wins, so that
// joints do not show.

const CAPSULE = /* glsl */ `
  attribute vec2 corner;
  attribute vec3 from;
  attribute vec3 to;
  attribute float tint;
  attribute float girth;
  uniform float radius;
  uniform float thinnest;
  uniform float pixel;
  varying vec2 vPlace;
  varying vec3 vSide;
  varying float vLength;
  varying float vRadius;
  varying float vTint;

  void place(vec3 worldFrom, vec3 worldTo, float worldRadius, float softness) {
    vec3 a = (viewMatrix * vec4(worldFrom, 1.0)).xyz;
    vec3 b = (viewMatrix * vec4(worldTo, 1.0)).xyz;
    vec3 along = b - a;
    float span = max(length(along), 1e-6);
    along /= span;
    float r = max(worldRadius, thinnest * pixel * -a.z) * softness;
    vec3 side = normalize(cross(along, a));
    float y = mix(-r, span + r, corner.y);
    vPlace = vec2(corner.x * r, y);
    vSide = side;
    vLength = span;
    vRadius = r;
    vTint = tint;
    gl_Position = projectionMatrix * vec4(a + along * y + side * corner.x * r, 1.0);
  }
`

const DISTANCE = /* glsl */ `
  varying vec2 vPlace;
  varying vec3 vSide;
  varying float vLength;
  varying float vRadius;
  varying float vTint;

  float fromAxis() {
    return length(vec2(vPlace.x, vPlace.y - clamp(vPlace.y, 0.0, vLength))) / vRadius;
  }
`

export class Strands {
  readonly links: Mesh
  readonly shadow: Mesh
  private readonly geometry = new InstancedBufferGeometry()
  private readonly from: InstancedBufferAttribute
  private readonly to: InstancedBufferAttribute
  private readonly tint: InstancedBufferAttribute

  constructor(
    private readonly scene: Scene,
    radius: number,
    uniforms: Record<string, IUniform>,
  ) {
    const count = scene.rest.length
    this.from = instanced(count, 3)
    this.to = instanced(count, 3)
    this.tint = instanced(count, 1)
    const corners = new Float32Array([-1, 0, 1, 0, -1, 1, 1, 1])
    this.geometry.setAttribute('corner', new BufferAttribute(corners, 2))
    this.geometry.setIndex([0, 1, 2, 2, 1, 3])
    this.geometry.setAttribute('from', this.from)
    this.geometry.setAttribute('to', this.to)
    this.geometry.setAttribute('tint', this.tint)
    this.geometry.setAttribute('girth', railGirths(scene))
    this.geometry.instanceCount = count

    const own = { ...uniforms, radius: { value: radius } }
    this.links = capsules(this.geometry, linkMaterial(own), 2)
    this.shadow = capsules(this.geometry, shadowMaterial(own), 1)
  }

  update(positions: Float32Array): void {
    const { links } = this.scene
    const from = this.from.array
    const to = this.to.array
    const tint = this.tint.array
    for (let link = 0; link < tint.length; link++) {
      const a = 3 * links[2 * link]!
      const b = 3 * links[2 * link + 1]!
      for (let axis = 0; axis < 3; axis++) {
        from[3 * link + axis] = positions[a + axis]!
        to[3 * link + axis] = positions[b + axis]!
      }
      tint[link] = tintOf(stretchOf(this.scene, positions, link))
    }
    this.from.needsUpdate = this.to.needsUpdate = this.tint.needsUpdate = true
  }

  dispose(): void {
    this.geometry.dispose()
    for (const mesh of [this.links, this.shadow]) (mesh.material as ShaderMaterial).dispose()
  }
}

/** A link between two pins is part of the rail that the cloth hangs from. */
function railGirths(scene: Scene): InstancedBufferAttribute {
  const pins = new Set(scene.pins)
  const girths = new Float32Array(scene.rest.length)
  for (let link = 0; link < girths.length; link++) {
    const isRail = pins.has(scene.links[2 * link]!) && pins.has(scene.links[2 * link + 1]!)
    girths[link] = isRail ? 2.4 : 1
  }
  return new InstancedBufferAttribute(girths, 1)
}

function instanced(count: number, size: number): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(new Float32Array(count * size), size)
  attribute.setUsage(DynamicDrawUsage)
  return attribute
}

function capsules(
  geometry: InstancedBufferGeometry,
  material: ShaderMaterial,
  order: number,
): Mesh {
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  mesh.renderOrder = order
  return mesh
}

function linkMaterial(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    blending: NoBlending,
    alphaToCoverage: true,
    vertexShader: `${CAPSULE}
      varying float vRail;
      void main() {
        vRail = step(1.5, girth);
        place(from, to, radius * girth, 1.0);
      }`,
    fragmentShader: `${DISTANCE} ${LIGHTING}
      uniform vec3 link;
      uniform vec3 pin;
      uniform vec3 strain;
      varying float vRail;
      void main() {
        float d = fromAxis();
        float edge = fwidth(d);
        float cover = 1.0 - smoothstep(1.0 - edge, 1.0 + 0.5 * edge, d);
        if (cover < 0.02) discard;
        float across = clamp(vPlace.x / vRadius, -1.0, 1.0);
        vec3 n = vSide * across + vec3(0.0, 0.0, sqrt(1.0 - across * across));
        vec3 colour = mix(mix(link, strain, vTint), pin, vRail);
        gl_FragColor = vec4(lit(colour, n), cover);
      }`,
  })
}

function shadowMaterial(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    depthTest: false,
    depthWrite: false,
    blending: CustomBlending,
    blendEquation: MinEquation,
    blendSrc: OneFactor,
    blendDst: OneFactor,
    vertexShader: `${CAPSULE}
      uniform float wall;
      vec3 thrown(vec3 p) {
        return p + vec3(0.34, -0.42, -1.0) * (p.z - wall);
      }
      void main() {
        place(thrown(from), thrown(to), radius * girth, 4.0);
      }`,
    fragmentShader: `${DISTANCE} ${BACKDROP}
      uniform float shade;
      void main() {
        float soft = 1.0 - smoothstep(0.0, 1.0, fromAxis());
        gl_FragColor = vec4(backdrop(gl_FragCoord.xy) * (1.0 - shade * soft), 1.0);
      }`,
  })
}
