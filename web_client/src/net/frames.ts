import type { Scene } from '../model/scene'
import { ProtocolError } from './fields'
import { GridDecoder } from './grid_frame'

/** In order of preference. */
export const ENCODINGS = ['grid0.5', 'f32']

const GRID_STEPS: Readonly<Record<string, number>> = {
  'grid0.1': 0.0001,
  'grid0.5': 0.0005,
  grid1: 0.001,
}

/** Reads the frames of a connection, in the encoding that was agreed on. */
export class FrameReader {
  private encoding = 'f32'
  private decoder: GridDecoder | null = null
  /** Of the scene that the decoder is for. */
  private links: Uint32Array | null = null

  /** The step of the grid that positions lie on, m; null if they are not rounded. */
  get gridStep(): number | null {
    return GRID_STEPS[this.encoding] ?? null
  }

  agree(encoding: string): void {
    this.encoding = encoding
    this.links = null
  }

  /** Positions [3 × particles], m; null if this frame builds on one that is not held. */
  read(bytes: Uint8Array, scene: Scene): Float32Array | null {
    const step = this.gridStep
    if (step === null) return plain(bytes, scene.particles)
    if (this.decoder === null || this.links !== scene.links) {
      this.decoder = new GridDecoder(step, scene.particles, scene.links)
      this.links = scene.links
    }
    return this.decoder.decode(bytes)
  }
}

function plain(bytes: Uint8Array, particles: number): Float32Array {
  if (bytes.length !== 12 * particles) {
    throw new ProtocolError(`"frame" does not hold ${particles} particles`)
  }
  return new Float32Array(bytes.slice().buffer)
}
