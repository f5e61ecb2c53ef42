import {
  BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
} from 'three'

// A capsule is one quad, turned to the camera and rounded in the fragment
// shader by the distance from its axis.

/** Vertex code: `placeCapsule(from, to, radius)` in world coordinates. */
export const CAPSULE_VERTEX = /* glsl */ `
  attribute vec2 corner;
  attribute vec3 from;
  attribute vec3 to;
  uniform float thinnest;
  uniform float pixel;
  varying vec2 vPlace;
  varying vec3 vSide;
  varying float vLength;
  varying float vRadius;

  void placeCapsule(vec3 worldFrom, vec3 worldTo, float worldRadius) {
    vec3 a = (viewMatrix * vec4(worldFrom, 1.0)).xyz;
    vec3 b = (viewMatrix * vec4(worldTo, 1.0)).xyz;
    vec3 along = b - a;
    float span = max(length(along), 1e-6);
    along /= span;
    float r = max(worldRadius, thinnest * pixel * -a.z);
    vec3 side = normalize(cross(along, a));
    float y = mix(-r, span + r, corner.y);
    vPlace = vec2(corner.x * r, y);
    vSide = side;
    vLength = span;
    vRadius = r;
    gl_Position = projectionMatrix * vec4(a + along * y + side * corner.x * r, 1.0);
  }
`

/** Fragment code: `fromAxis()` is 0 on the axis and 1 on the capsule's rim. */
export const CAPSULE_FRAGMENT = /* glsl */ `
  varying vec2 vPlace;
  varying vec3 vSide;
  varying float vLength;
  varying float vRadius;

  float fromAxis() {
    return length(vec2(vPlace.x, vPlace.y - clamp(vPlace.y, 0.0, vLength))) / vRadius;
  }
`

/** The quads of a set of links, moved with their particles. */
export class Capsules {
  readonly geometry = new InstancedBufferGeometry()
  private readonly from: InstancedBufferAttribute
  private readonly to: InstancedBufferAttribute

  /** `links` holds the particles a and b of each link in turn. */
  constructor(private readonly links: ArrayLike<number>) {
    const count = links.length / 2
    this.from = moving(count, 3)
    this.to = moving(count, 3)
    const corners = new Float32Array([-1, 0, 1, 0, -1, 1, 1, 1])
    this.geometry.setAttribute('corner', new BufferAttribute(corners, 2))
    this.geometry.setIndex([0, 1, 2, 2, 1, 3])
    this.geometry.setAttribute('from', this.from)
    this.geometry.setAttribute('to', this.to)
    this.geometry.instanceCount = count
  }

  update(positions: Float32Array): void {
    const from = this.from.array
    const to = this.to.array
    for (let i = 0; i < this.links.length; i += 2) {
      const a = 3 * this.links[i]!
      const b = 3 * this.links[i + 1]!
      const at = (3 * i) / 2
      for (let axis = 0; axis < 3; axis++) {
        from[at + axis] = positions[a + axis]!
        to[at + axis] = positions[b + axis]!
      }
    }
    this.from.needsUpdate = this.to.needsUpdate = true
  }
}

/** An attribute of each instance that changes with every picture. */
export function moving(count: number, size: number): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(new Float32Array(count * size), size)
  attribute.setUsage(DynamicDrawUsage)
  return attribute
}
