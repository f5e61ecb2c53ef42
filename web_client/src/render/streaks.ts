import {
  BufferAttribute,
  BufferGeometry,
  LineSegments,
  ShaderMaterial,
  Vector3,
  type IUniform,
} from 'three'
import type { Gust } from '../model/room'
import type { Scene } from '../model/scene'

const COUNT = 36

/** Faint streaks that sweep through the scene while a gust blows. */
export class Streaks {
  readonly lines: LineSegments
  private readonly geometry = new BufferGeometry()
  private readonly own = {
    along: { value: new Vector3(1, 0, 0) },
    centre: { value: new Vector3() },
    reach: { value: 1 },
    progress: { value: 0 },
  }

  constructor(uniforms: Record<string, IUniform>) {
    const seeds = new Float32Array(2 * COUNT * 3)
    const tails = new Float32Array(2 * COUNT)
    for (let i = 0; i < COUNT; i++) {
      const seed = [spread(i, 0.6180339887), spread(i, 0.7548776662), spread(i, 0.5698402909)]
      seeds.set(seed, 6 * i)
      seeds.set(seed, 6 * i + 3)
      tails[2 * i + 1] = 1
    }
    this.geometry.setAttribute('position', new BufferAttribute(seeds, 3))
    this.geometry.setAttribute('tail', new BufferAttribute(tails, 1))
    this.lines = new LineSegments(this.geometry, material({ ...uniforms, ...this.own }))
    this.lines.frustumCulled = false
    this.lines.renderOrder = 5
    this.lines.visible = false
  }

  /** Show the latest gust; nothing when the air is still. */
  update(scene: Scene, gusts: readonly Gust[]): void {
    const gust = gusts.at(-1)
    this.lines.visible = gust !== undefined
    if (gust === undefined) return
    this.own.along.value.set(...gust.direction).normalize()
    this.own.centre.value.set(...scene.view.centre)
    this.own.reach.value = scene.view.radius
    this.own.progress.value = gust.age / gust.duration
  }

  dispose(): void {
    this.geometry.dispose()
    ;(this.lines.material as ShaderMaterial).dispose()
  }
}

/** An evenly scattered number from −1 to 1. */
function spread(i: number, stride: number): number {
  return 2 * ((0.5 + i * stride) % 1) - 1
}

function material(uniforms: Record<string, IUniform>): ShaderMaterial {
  return new ShaderMaterial({
    uniforms,
    transparent: true,
    depthWrite: false,
    vertexShader: /* glsl */ `
      attribute float tail;
      uniform vec3 along;
      uniform vec3 centre;
      uniform float reach;
      uniform float progress;
      varying float vAlpha;
      void main() {
        vec3 across = normalize(cross(along, abs(along.y) > 0.9 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0)));
        vec3 up = cross(across, along);
        float head = (progress * 2.6 - 1.3 + 0.5 * position.z) - tail * 0.34;
        vec3 p = centre + reach * (across * position.x + up * position.y + along * head);
        vAlpha = (1.0 - tail) * 0.75 * sin(3.14159 * progress);
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 wind;
      varying float vAlpha;
      void main() {
        gl_FragColor = vec4(wind, vAlpha);
      }`,
  })
}
