import { shapeOf, type Member } from '../model/member'
import { SHAPE_PATHS } from './shape_paths'

const SVG = 'http://www.w3.org/2000/svg'
const MARK_PX = 9
const LABEL_GAP_PX = 16
const SHAKE_MS = 400

export interface Point {
  readonly x: number
  readonly y: number
}

/** A hand as it is drawn: CSS px over the canvas. */
export interface DrawnHand {
  /** Tells a hand from all others. */
  readonly key: string
  readonly member: Member
  readonly particle: Point
  readonly target: Point
}

interface Figure {
  readonly group: SVGGElement
  readonly elastic: SVGLineElement
  readonly casing: SVGLineElement
  readonly grip: SVGCircleElement
  readonly mark: SVGPathElement
  readonly label: SVGTextElement
}

/**
 * Everybody's hands over the scene: a ring at the particle, an elastic to where
 * the hand pulls, and there its owner's mark and name. Names come from people,
 * so they are only ever set as text.
 */
export class HandsOverlay {
  private readonly figures = new Map<string, Figure>()
  private readonly highlight = create('circle', 'highlight')
  private readonly shaken = create('circle', 'shaken')
  private shakeTimer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly svg: SVGSVGElement) {
    this.highlight.setAttribute('r', '13')
    this.shaken.setAttribute('r', '13')
    this.place(this.highlight, null)
    this.place(this.shaken, null)
    svg.append(this.highlight, this.shaken)
  }

  dispose(): void {
    clearTimeout(this.shakeTimer)
    this.svg.replaceChildren()
  }

  draw(hands: readonly DrawnHand[], hovered: Point | null): void {
    const present = new Set(hands.map((hand) => hand.key))
    for (const [key, figure] of this.figures) {
      if (present.has(key)) continue
      figure.group.remove()
      this.figures.delete(key)
    }
    for (const hand of hands) this.drawHand(hand)
    this.place(this.highlight, hovered)
  }

  /** Show that what was reached for at `point` cannot be held. */
  shake(point: Point): void {
    clearTimeout(this.shakeTimer)
    this.place(this.shaken, null)
    // Read the layout, so that a second shake starts anew.
    this.svg.getBoundingClientRect()
    this.place(this.shaken, point)
    this.shakeTimer = setTimeout(() => this.place(this.shaken, null), SHAKE_MS)
  }

  private drawHand({ key, member, particle, target }: DrawnHand): void {
    const figure = this.figures.get(key) ?? this.createFigure(key, member)
    for (const line of [figure.elastic, figure.casing]) {
      line.setAttribute('x1', particle.x.toFixed(1))
      line.setAttribute('y1', particle.y.toFixed(1))
      line.setAttribute('x2', target.x.toFixed(1))
      line.setAttribute('y2', target.y.toFixed(1))
    }
    figure.grip.setAttribute('cx', particle.x.toFixed(1))
    figure.grip.setAttribute('cy', particle.y.toFixed(1))
    const { x, y } = target
    figure.mark.setAttribute(
      'transform',
      `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${MARK_PX})`,
    )
    const onLeft = x > this.svg.clientWidth - 120
    figure.label.setAttribute('text-anchor', onLeft ? 'end' : 'start')
    figure.label.setAttribute('x', (x + (onLeft ? -LABEL_GAP_PX : LABEL_GAP_PX)).toFixed(1))
    figure.label.setAttribute('y', (y + 5).toFixed(1))
  }

  private createFigure(key: string, member: Member): Figure {
    const group = create('g', 'hand')
    group.style.setProperty('--who', member.colour)
    const casing = create('line', 'casing')
    const elastic = create('line', 'elastic')
    const grip = create('circle', 'grip')
    grip.setAttribute('r', '9')
    const mark = create('path', 'mark')
    mark.setAttribute('d', SHAPE_PATHS[shapeOf(member.seat)])
    const label = create('text', 'label')
    label.textContent = member.name
    group.append(casing, elastic, grip, mark, label)
    this.svg.append(group)
    const figure = { group, elastic, casing, grip, mark, label }
    this.figures.set(key, figure)
    return figure
  }

  private place(circle: SVGCircleElement, point: Point | null): void {
    circle.style.display = point === null ? 'none' : ''
    if (point === null) return
    circle.setAttribute('cx', point.x.toFixed(1))
    circle.setAttribute('cy', point.y.toFixed(1))
  }
}

function create<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  className: string,
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag)
  element.setAttribute('class', className)
  return element
}
