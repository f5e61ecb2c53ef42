import { options } from 'preact'
import { Emitter } from '../../model/emitter'

/** How long Preact has just worked on the page, ms. */
export const rendered = new Emitter<number>()

options.debounceRendering = (render) => {
  queueMicrotask(() => {
    const before = performance.now()
    render()
    rendered.emit(performance.now() - before)
  })
}
