import { text } from '../../i18n'
import {
  formatBitRate,
  formatByteRate,
  formatBytes,
  formatMilliseconds,
} from '../../i18n/format'
import {
  bytesPerSecond,
  frameBytes,
  levelOfRate,
  levelOfTrips,
  summariseTrips,
  viewersOn,
  type Class,
  type Level,
} from '../../model/line'
import { whereabouts, type Place } from '../../model/place'
import type { DownloadResult, SocketResult } from '../../net/line_check'
import type { Drawing } from './webgl'

/** The largest scene and a usual one, at their defaults, for a class at the usual rate. */
export const CLOTH: Class = { particles: 33 * 17, viewers: 30, rate: 30 }
export const ROPE: Class = { particles: 41, viewers: 30, rate: 30 }

/** What one part of the check has found, in words. */
export interface Finding {
  readonly level: Level
  readonly words: string
  /** How the words were come by. */
  readonly basis?: string
  /** What to ask IT. */
  readonly ask?: string
}

export type Answer = 'untried' | 'yes' | 'no'

const t = text.check

export function onSocket({ kind }: SocketResult): Finding {
  if (kind === 'open') return { level: 'good', words: t.socket.open }
  const words = t.socket[kind]
  return kind === 'lost' ? { level: 'bad', words, ask: t.socket.askLost } : { level: 'bad', words }
}

export function onTrips(result: SocketResult): Finding {
  if (result.kind !== 'open') return { level: 'bad', words: t.trips.none }
  const trips = summariseTrips(result.trips)
  const level = levelOfTrips(trips)
  const [median, worst] = [formatMilliseconds(trips.median), formatMilliseconds(trips.worst)]
  const words = `${t.trips.figures(median, worst, result.trips.length)} ${t.trips[level]}`
  return level === 'good' ? { level, words } : { level, words, ask: t.trips.ask }
}

export function onDownload(result: DownloadResult): Finding {
  const d = t.download
  if (result.kind === 'too_often') return { level: 'warn', words: d.tooOften }
  if (result.kind === 'failed') return { level: 'bad', words: d.failed }
  const rate = result.bytesPerSecond
  const level = levelOfRate(rate, CLOTH, ROPE)
  const [cloth, rope] = [viewersOn(rate, CLOTH), viewersOn(rate, ROPE)]
  const meaning = {
    good: () => d.good(CLOTH.viewers),
    warn: () => d.warn(Math.min(rope, CLOTH.viewers), cloth),
    bad: () => d.bad(rope),
  }[level]()
  const words = `${d.figure(formatByteRate(rate), formatBitRate(rate))} ${meaning}`
  const basis = basisOfRates()
  return level === 'good' ? { level, words, basis } : { level, words, basis, ask: d.ask }
}

function basisOfRates(): string {
  const { particles, viewers, rate } = CLOTH
  const frame = formatBytes(frameBytes(particles))
  const total = formatByteRate(bytesPerSecond(CLOTH))
  const rope = t.download.basisRope(ROPE.particles, formatByteRate(bytesPerSecond(ROPE)))
  return t.download.basis(frame, particles, viewers, rate, total) + rope
}

export function onAddress(here: Place, named: readonly Place[] | null): Finding {
  const a = t.address
  if (named === null) return { level: 'warn', words: a.failed }
  const where = whereabouts(here, named)
  const names = named.map(({ url }) => url).join(', ')
  switch (where) {
    case 'same':
      return { level: 'good', words: a.same(here.url) }
    case 'other':
      return { level: 'warn', words: a.other(here.url, names) }
    case 'on_the_server':
      return { level: 'warn', words: a.on_the_server(names) }
    case 'only_local':
      return { level: 'bad', words: a.only_local, ask: a.askLocal }
  }
}

export function onDrawing(drawing: Drawing): Finding {
  const w = t.webgl
  if (drawing === 'hardware') return { level: 'good', words: w.hardware }
  if (drawing === 'software') return { level: 'warn', words: w.software, ask: w.askSoftware }
  return { level: 'bad', words: w.none, ask: w.askNone }
}

/** What was seen on a phone; null until somebody has tried. */
export function onIsolation(answer: Answer, place: Place | null): Finding | null {
  if (answer === 'untried') return null
  const i = t.isolation
  if (answer === 'yes') return { level: 'good', words: i.yes }
  return place
    ? { level: 'bad', words: i.no, ask: i.ask(place.hostname, place.port) }
    : { level: 'bad', words: i.no }
}

export function worst(findings: readonly Finding[]): Level {
  if (findings.some(({ level }) => level === 'bad')) return 'bad'
  return findings.some(({ level }) => level === 'warn') ? 'warn' : 'good'
}
