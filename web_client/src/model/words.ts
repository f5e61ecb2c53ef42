import type { MeasureKind } from './measures'
import type { Scene } from './scene'

/** Puts what the server calls things into the page's language. */
export interface Words {
  scene<S extends Pick<Scene, 'name' | 'title' | 'parameters'>>(scene: S): S
  measure(kind: MeasureKind): MeasureKind
}

export const AS_THE_SERVER_SAYS: Words = { scene: (scene) => scene, measure: (kind) => kind }
