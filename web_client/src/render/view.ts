import { MathUtils, PerspectiveCamera, Vector3 } from 'three'
import type { Scene } from '../model/scene'
import { particleAt, type Vector } from '../model/vector'

const FIELD_OF_VIEW_DEG = 28
const MARGIN = 1.06
// What has surfaces is seen a little from the side, so that a cloth shows its billow.
const SOLID_YAW_DEG = 24
const SOLID_PITCH_DEG = 6

/** Parts of the canvas covered by controls, CSS px. */
export interface Insets {
  readonly top: number
  readonly bottom: number
  readonly left: number
}

/** The camera, and the way between the world's metres and the page's CSS px. */
export class View {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW_DEG)
  width = 1
  height = 1

  frame(scene: Scene, solid: boolean, insets: Insets): void {
    const { centre, radius } = scene.view
    const free = Math.max(this.height - insets.top - insets.bottom, 40)
    const half = MathUtils.degToRad(FIELD_OF_VIEW_DEG) / 2
    const wide = Math.max(this.width - insets.left, 40)
    const tangent = Math.tan(half) * (Math.min(free, wide) / this.height)
    const distance = (radius * MARGIN) / Math.sin(Math.atan(tangent))
    const yaw = MathUtils.degToRad(solid ? SOLID_YAW_DEG : 0)
    const pitch = MathUtils.degToRad(solid ? SOLID_PITCH_DEG : 0)
    const [x, y, z] = centre
    this.camera.position.set(
      x + distance * Math.sin(yaw) * Math.cos(pitch),
      y + distance * Math.sin(pitch),
      z + distance * Math.cos(yaw) * Math.cos(pitch),
    )
    this.camera.lookAt(x, y, z)
    this.camera.near = distance / 50
    this.camera.far = distance * 20
    this.camera.aspect = this.width / this.height
    const lift = (insets.bottom - insets.top) / 2
    const shift = -insets.left / 2
    this.camera.setViewOffset(this.width, this.height, shift, lift, this.width, this.height)
    this.camera.updateMatrixWorld()
  }

  /** Metres that one CSS px covers at a distance of one metre. */
  get pixelAtOneMetre(): number {
    return (2 * Math.tan(MathUtils.degToRad(FIELD_OF_VIEW_DEG) / 2)) / this.height
  }

  /** Where a point of the world appears, CSS px from the canvas's top left corner. */
  project(point: Vector): { x: number; y: number } {
    const seen = new Vector3(...point).project(this.camera)
    return { x: ((seen.x + 1) / 2) * this.width, y: ((1 - seen.y) / 2) * this.height }
  }

  /** Where a particle appears, as with `project`. */
  projectParticle(positions: Float32Array, particle: number): { x: number; y: number } {
    return this.project(particleAt(positions, particle))
  }

  /** Where all particles appear: x and y of each, CSS px. */
  projectAll(positions: Float32Array): Float32Array {
    const points = new Float32Array((2 * positions.length) / 3)
    const point = new Vector3()
    for (let i = 0; 2 * i < points.length; i++) {
      point.fromArray(positions, 3 * i).project(this.camera)
      points[2 * i] = ((point.x + 1) / 2) * this.width
      points[2 * i + 1] = ((1 - point.y) / 2) * this.height
    }
    return points
  }

  /** The point under (x, y) on the plane that faces the camera and passes through `anchor`. */
  onFacingPlane(x: number, y: number, anchor: Vector): Vector {
    const { camera } = this
    const eye = camera.position
    const ray = new Vector3((x / this.width) * 2 - 1, 1 - (y / this.height) * 2, 0.5)
      .unproject(camera)
      .sub(eye)
    const facing = camera.getWorldDirection(new Vector3())
    const depth = new Vector3(...anchor).sub(eye).dot(facing)
    const point = ray.multiplyScalar(depth / ray.dot(facing)).add(eye)
    return [point.x, point.y, point.z]
  }

  /** The particle nearest to (x, y) within `reach` CSS px. */
  nearest(
    positions: Float32Array,
    x: number,
    y: number,
    reach: number,
  ): number | null {
    const point = new Vector3()
    let best: number | null = null
    let bestSquare = reach * reach
    for (let particle = 0; 3 * particle < positions.length; particle++) {
      point.fromArray(positions, 3 * particle).project(this.camera)
      const dx = ((point.x + 1) / 2) * this.width - x
      const dy = ((1 - point.y) / 2) * this.height - y
      const square = dx * dx + dy * dy
      if (square <= bestSquare) {
        best = particle
        bestSquare = square
      }
    }
    return best
  }
}
