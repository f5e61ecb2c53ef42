import type { Parameter } from '../../model/scene'
import { ParameterField } from '../common/parameter_field'
import { useConductor } from './room_context'

/** A parameter of the room's scene: a change is sent to the room. */
export function ParameterControl({ parameter }: { parameter: Parameter }) {
  const { session } = useConductor()
  const { name, value, live } = parameter
  return (
    <ParameterField
      parameter={parameter}
      value={value}
      live={live}
      onValue={(wanted) => session.command({ type: 'set', parameter: name, value: wanted })}
    />
  )
}
