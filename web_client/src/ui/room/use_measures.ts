import { useEffect } from 'preact/hooks'
import type { MeasureRate, Measures } from '../../model/measures'
import { useChanges } from '../common/use_model'
import { useConductor } from './room_context'

/** Often enough for figures that people read. */
export const READING_RATE: MeasureRate = 10

/** Have the room measured while the component is on the page; it renders with every figure. */
export function useMeasures(rate: MeasureRate, particle: number | null = null): Measures | null {
  const { wishes, room } = useConductor()
  useEffect(() => {
    if (rate === 0) return
    return wishes.add({ rate, particle })
  }, [wishes, rate, particle])
  useChanges(room.measured)
  return room.measures
}
