import { useEffect, useReducer } from 'preact/hooks'
import type { Emitter } from '../../model/emitter'

/** Render again whenever the emitter tells of a change. */
export function useChanges(emitter: Emitter): void {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => emitter.on(() => again(undefined)), [emitter])
}

/** Render again every `ms`, for figures that change with every frame. */
export function useEvery(ms: number): void {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(() => again(undefined), ms)
    return () => clearInterval(timer)
  }, [ms])
}
