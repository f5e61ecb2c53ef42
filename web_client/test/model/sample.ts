import type { RoomState, Self } from '../../src/model/room'
import { NO_RULES } from '../../src/model/rules'
import type { Scene } from '../../src/model/scene'

/** A chain of three particles on two links of half a metre, hung from the first. */
export const chain: Scene = {
  name: 'chain',
  title: 'Chain',
  version: 1,
  h: 1 / 60,
  particles: 3,
  links: Uint32Array.of(0, 1, 1, 2),
  rest: Float32Array.of(0.5, 0.5),
  pins: Uint32Array.of(0),
  view: { centre: [0, 0, 0], radius: 1 },
  parameters: [
    {
      name: 'iterations',
      title: 'Iterations',
      unit: '',
      kind: 'int',
      min: 1,
      max: 50,
      default: 10,
      value: 10,
      live: true,
      choices: [],
      labels: [],
    },
  ],
  obstacles: [],
  radius: 0,
  grids: [],
  faces: new Uint32Array(0),
  springs: 0,
}

export const roomState: RoomState = {
  step: 100,
  lost: 0,
  paused: false,
  burst: false,
  slow: 1,
  hostAway: false,
  canUndo: false,
  notice: null,
  rules: { ...NO_RULES, capacity: 30 },
  code: 'CHAIN',
  title: 'The chain',
  scene: chain,
  members: [
    { seat: 1, name: 'Ada', colour: '#e69f00', host: true, watch: false, named: [] },
    { seat: 2, name: 'Grace', colour: '#56b4e9', host: false, watch: false, named: [] },
  ],
  holds: [],
}

export const ada: Self = {
  seat: 1,
  name: 'Ada',
  colour: '#e69f00',
  host: true,
  watch: false,
  named: [],
  rights: ['grab', 'gust', 'iterations'],
  handsMax: 2,
  commandsPerSecond: 120,
  capacityMax: 100,
}
