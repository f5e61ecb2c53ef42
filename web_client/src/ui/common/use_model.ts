import { useEffect, useLayoutEffect, useReducer } from 'preact/hooks'
import type { Emitter } from '../../model/emitter'

/**
 * Render again whenever the emitter tells of a change. As everybody who listens to the model while
 * they are shown, from the moment of rendering on: effects that wait for the picture miss what comes first.
 */
export function useChanges(emitter: Emitter): void {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => emitter.on(() => again(undefined)), [emitter])
}

/** Render again every `ms`, for figures that change with every frame. */
export function useEvery(ms: number): void {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(() => again(undefined), ms)
    return () => clearInterval(timer)
  }, [ms])
}
