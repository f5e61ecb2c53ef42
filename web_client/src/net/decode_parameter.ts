import type { Parameter, ParameterKind } from '../model/scene'
import { bool, float, list, optional, ProtocolError, text, type Fields } from './fields'

/** A parameter of a scene, as the socket and the API describe it. */
export function parameter(m: Fields): Parameter {
  const kind = text(m, 'kind')
  if (!['float', 'int', 'bool', 'choice'].includes(kind)) {
    throw new ProtocolError('"kind" is not a kind of parameter')
  }
  const choices = optional(m, 'choices', (f, key) => list(f, key, Number)) ?? []
  const labels = optional(m, 'labels', (f, key) => list(f, key, String)) ?? []
  if (labels.length > 0 && labels.length !== choices.length) {
    throw new ProtocolError('"labels" and "choices" disagree')
  }
  return {
    name: text(m, 'name'),
    title: text(m, 'title'),
    unit: text(m, 'unit'),
    kind: kind as ParameterKind,
    min: float(m, 'min'),
    max: float(m, 'max'),
    default: float(m, 'default'),
    value: float(m, 'value'),
    live: bool(m, 'live'),
    choices,
    labels,
  }
}
