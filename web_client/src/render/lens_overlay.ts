import type { Drawing, Look } from '../model/drawing'
import type { Vector } from '../model/vector'
import type { View } from './view'

const SVG = 'http://www.w3.org/2000/svg'
const HEAD_PX = 7
// Shorter arrows than this are dots.
const ARROW_LEAST_PX = 2.5
const LABEL_LIFT_PX = 20
const LABEL_LINE_PX = 18
// Corrections of neighbours point at each other: each keeps to its own left.
const ASIDE_PX: Partial<Record<Look, number>> = { correction: 5 }

/**
 * What a lens draws over the scene. Everything of one look is one path, so that
 * a thousand arrows cost no more than one.
 */
export class LensOverlay {
  private readonly paths = new Map<string, SVGPathElement>()
  private readonly labels: SVGTextElement[] = []

  constructor(private readonly svg: SVGSVGElement) {}

  dispose(): void {
    this.svg.replaceChildren()
  }

  draw(view: View, drawing: Drawing): void {
    const parts = new Map<string, string[]>()
    const add = (key: string, part: string) => {
      const list = parts.get(key)
      if (list === undefined) parts.set(key, [part])
      else list.push(part)
    }
    for (const { look, points } of drawing.lines) add(`line ${look}`, line(view, points))
    for (const { look, ends } of drawing.arrows) {
      for (let i = 0; i + 5 < ends.length; i += 6) add(`arrow ${look}`, arrow(view, ends, i, ASIDE_PX[look] ?? 0))
    }
    for (const { look, at } of drawing.marks) add(`sign ${look}`, sign(view, look, at))
    for (const [key, path] of this.paths) {
      if (parts.has(key)) continue
      path.remove()
      this.paths.delete(key)
    }
    for (const [key, list] of parts) this.path(key).setAttribute('d', list.join(''))
    this.write(view, drawing.labels)
  }

  private path(key: string): SVGPathElement {
    let path = this.paths.get(key)
    if (path === undefined) {
      path = document.createElementNS(SVG, 'path')
      path.setAttribute('class', key)
      this.svg.append(path)
      this.paths.set(key, path)
    }
    return path
  }

  private write(view: View, labels: Drawing['labels']): void {
    while (this.labels.length > labels.length) this.labels.pop()!.remove()
    const placed: { left: number; right: number; y: number }[] = []
    labels.forEach(({ words, at }, i) => {
      let label = this.labels[i]
      if (label === undefined) {
        label = document.createElementNS(SVG, 'text')
        label.setAttribute('class', 'label')
        label.setAttribute('text-anchor', 'middle')
        this.svg.append(label)
        this.labels.push(label)
      }
      const { x, y } = view.project(at)
      if (label.textContent !== words) label.textContent = words
      const half = label.getComputedTextLength() / 2
      const place = { left: x - half, right: x + half, y: y - LABEL_LIFT_PX }
      // Above the labels that it would lie over.
      for (const other of placed) {
        const beside = place.left > other.right || place.right < other.left
        if (!beside && Math.abs(place.y - other.y) < LABEL_LINE_PX) place.y = other.y - LABEL_LINE_PX
      }
      placed.push(place)
      label.setAttribute('x', x.toFixed(1))
      label.setAttribute('y', place.y.toFixed(1))
    })
  }
}

function line(view: View, points: ArrayLike<number>): string {
  let d = ''
  for (let i = 0; i + 2 < points.length; i += 3) {
    const { x, y } = view.project([points[i]!, points[i + 1]!, points[i + 2]!])
    d += `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  }
  return d
}

function arrow(view: View, ends: ArrayLike<number>, i: number, aside: number): string {
  const from = view.project([ends[i]!, ends[i + 1]!, ends[i + 2]!])
  const to = view.project([ends[i + 3]!, ends[i + 4]!, ends[i + 5]!])
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  if (!(length >= ARROW_LEAST_PX)) return ''
  for (const point of [from, to]) {
    point.x += (dy / length) * aside
    point.y -= (dx / length) * aside
  }
  const shaft = `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`
  const head = Math.min(HEAD_PX, 0.6 * length)
  const [ux, uy] = [(dx / length) * head, (dy / length) * head]
  const wing = (turn: number) =>
    `${(to.x - ux + turn * 0.55 * uy).toFixed(1)} ${(to.y - uy - turn * 0.55 * ux).toFixed(1)}`
  return `${shaft}M${wing(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}L${wing(-1)}`
}

/** Nodes are told from antinodes by their shape as well: a cross, and a diamond. */
function sign(view: View, look: Look, at: Vector): string {
  const { x, y } = view.project(at)
  const s = 7
  return look === 'node'
    ? `M${x - s} ${y - s}L${x + s} ${y + s}M${x - s} ${y + s}L${x + s} ${y - s}`
    : `M${x} ${y - s}L${x + s} ${y}L${x} ${y + s}L${x - s} ${y}Z`
}
