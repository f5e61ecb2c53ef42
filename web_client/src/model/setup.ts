import type { Parameter } from './scene'

/** Values for parameters by name: those that somebody has changed. */
export type Setup = Readonly<Record<string, number>>

export function valueIn(setup: Setup, parameter: Parameter): number {
  return setup[parameter.name] ?? parameter.default
}

/** What has to be said to get these values: everything that is not at its default. */
export function beside(parameters: readonly Parameter[], setup: Setup): Record<string, number> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => valueIn(setup, parameter) !== parameter.default)
      .map((parameter) => [parameter.name, valueIn(setup, parameter)]),
  )
}

/** The values that parameters have now. */
export function setupOf(parameters: readonly Parameter[]): Setup {
  return Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
}

/** Of values that somebody wrote into an address, those that these parameters can have. */
export function fitting(parameters: readonly Parameter[], asked: Setup): Setup {
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = asked[parameter.name]
      return value !== undefined && isFit(parameter, value) ? [[parameter.name, value]] : []
    }),
  )
}

function isFit({ kind, min, max, choices }: Parameter, value: number): boolean {
  if (kind === 'choice') return choices.includes(value)
  return value >= min && value <= max && (kind === 'float' || Number.isInteger(value))
}
