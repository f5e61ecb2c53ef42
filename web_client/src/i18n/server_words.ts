import type { Words } from '../model/words'

/** What the server calls in English, by the names on the wire. */
export interface ServerWords {
  readonly scenes: Readonly<Record<string, { readonly title: string; readonly description: string }>>
  /** By name, or by `scene.name` where one scene means something of its own. */
  readonly parameters: Readonly<Record<string, string>>
  /** What choices are called, in their order, by the name of the parameter. */
  readonly labels: Readonly<Record<string, readonly string[]>>
  readonly measures: Readonly<Record<string, string>>
}

/** Where a name is missing, what the server says stays. */
export function wordsOf({ scenes, parameters, labels, measures }: ServerWords): Words {
  return {
    scene(scene) {
      const own = scenes[scene.name]
      return {
        ...scene,
        ...(own && { title: own.title }),
        ...(own && 'description' in scene && { description: own.description }),
        parameters: scene.parameters.map((parameter) => {
          const { name } = parameter
          const called = labels[name]
          return {
            ...parameter,
            title: parameters[`${scene.name}.${name}`] ?? parameters[name] ?? parameter.title,
            // Another server may offer other choices: their own words fit them better.
            labels: called?.length === parameter.labels.length ? called : parameter.labels,
          }
        }),
      }
    },
    measure: (kind) => ({ ...kind, title: measures[kind.name] ?? kind.title }),
  }
}
