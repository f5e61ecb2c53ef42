import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useChanges } from '../common/use_model'
import type { Conductor } from './conductor'

export const RoomContext = createContext<Conductor | null>(null)

/** The room's conductor; the component renders again whenever the room changes. */
export function useConductor(): Conductor {
  const conductor = useContext(RoomContext)
  if (conductor === null) throw new Error('outside of a room')
  useChanges(conductor.room.changed)
  return conductor
}
