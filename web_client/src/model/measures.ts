import { Emitter } from './emitter'

/** What the server can measure, as `welcome` tells. */
export interface MeasureKind {
  readonly name: string
  readonly title: string
  readonly unit: string
}

/** The world in figures at one step; what does not apply to the scene is left out. */
export interface Measures {
  readonly step: number
  /** ms of the server's clock. */
  readonly time: number
  readonly values: Readonly<Record<string, number>>
  /** P × 3: the force on each pin, N. */
  readonly pins: Float32Array | null
}

/** How much of each frequency is in the motion of one particle. */
export interface Spectrum {
  readonly step: number
  readonly particle: number
  /** Width of a bin, Hz: bin i stands for i × hz. */
  readonly hz: number
  /** m, for each bin from 0 Hz on. */
  readonly amplitudes: Float32Array
  /** Where theory expects the harmonics, Hz. */
  readonly expected: readonly number[]
}

export type MeasureRate = 0 | 1 | 10 | 20 | 30 | 60

/** What this page needs to be told: how often, and of which particle the spectrum. */
export interface Wish {
  readonly rate: MeasureRate
  readonly particle: number | null
}

export const NO_WISH: Wish = { rate: 0, particle: null }

/**
 * What the parts of the page wish for, in sum: the highest rate, and the particle
 * of the latest wish that names one. Nothing is asked of the server for nobody.
 */
export class Wishes {
  readonly changed = new Emitter()
  private readonly wishes = new Set<Wish>()

  /** Returns the function that takes the wish back. */
  add(wish: Wish): () => void {
    const own = { ...wish }
    this.wishes.add(own)
    this.changed.emit()
    return () => {
      if (this.wishes.delete(own)) this.changed.emit()
    }
  }

  get sum(): Wish {
    let { rate, particle } = NO_WISH
    for (const wish of this.wishes) {
      if (wish.rate > rate) rate = wish.rate
      if (wish.particle !== null) particle = wish.particle
    }
    return { rate, particle }
  }
}
