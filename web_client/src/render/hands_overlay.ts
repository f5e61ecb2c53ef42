import { labelOf, shapeOf, shortened, type Member } from '../model/member'
import { placeLabels, spread, type Label, type Point, type Side } from './labels'
import { SHAPE_PATHS } from './shape_paths'

export type { Point } from './labels'

const SVG = 'http://www.w3.org/2000/svg'
const MARK_PX = 9
const GRIP_PX = 9
// The ring of each further hand on the same particle is wider by this.
const GRIP_STEP_PX = 4
const SHAKE_MS = 400

/** A hand as it is drawn: CSS px over the canvas. */
export interface DrawnHand {
  /** Tells a hand from all others. */
  readonly key: string
  readonly member: Member
  /** This page's own: its mark stays under the finger. */
  readonly own: boolean
  /** The number of the particle, and where it is. */
  readonly bead: number
  readonly particle: Point
  readonly target: Point
}

interface Figure {
  readonly group: SVGGElement
  readonly elastic: SVGLineElement
  readonly casing: SVGLineElement
  readonly grip: SVGCircleElement
  readonly rim: SVGCircleElement
  readonly mark: SVGPathElement
  readonly label: SVGTextElement
  member: Member | null
  width: number
  side: Side | undefined
}

/**
 * Everybody's hands over the scene: a ring at the particle, an elastic to where
 * the hand pulls, and there its owner's mark and name. Names come from people,
 * so they are only ever set as text.
 */
export class HandsOverlay {
  private readonly figures = new Map<string, Figure>()
  private readonly highlight = create('circle', 'highlight')
  private readonly chosenHalo = create('circle', 'chosen-halo')
  private readonly chosen = create('circle', 'chosen')
  private readonly shaken = create('circle', 'shaken')
  private shakeTimer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly svg: SVGSVGElement) {
    for (const circle of [this.highlight, this.chosenHalo, this.chosen, this.shaken]) {
      circle.setAttribute('r', circle === this.highlight || circle === this.shaken ? '13' : '15')
      place(circle, null)
      svg.append(circle)
    }
  }

  dispose(): void {
    clearTimeout(this.shakeTimer)
    this.svg.replaceChildren()
  }

  /** `hovered` is what a press would take, `chosen` what the keys act on. */
  draw(hands: readonly DrawnHand[], hovered: Point | null, chosen: Point | null): void {
    this.forget(hands)
    if (hands.length > 0) this.drawHands(hands)
    place(this.highlight, hovered)
    place(this.chosenHalo, chosen)
    place(this.chosen, chosen)
  }

  /** Show that what was reached for at `point` cannot be held. */
  shake(point: Point): void {
    clearTimeout(this.shakeTimer)
    place(this.shaken, null)
    // Read the layout, so that a second shake starts anew.
    this.svg.getBoundingClientRect()
    place(this.shaken, point)
    this.shakeTimer = setTimeout(() => place(this.shaken, null), SHAKE_MS)
  }

  private forget(hands: readonly DrawnHand[]): void {
    if (this.figures.size === 0) return
    const present = new Set(hands.map((hand) => hand.key))
    for (const [key, figure] of this.figures) {
      if (present.has(key)) continue
      figure.group.remove()
      this.figures.delete(key)
    }
  }

  private drawHands(hands: readonly DrawnHand[]): void {
    // Own ones first: these give way to nothing.
    const ordered = [...hands].sort((a, b) => Number(b.own) - Number(a.own))
    const figures = ordered.map((hand) => this.figureOf(hand))
    const marks = spread(ordered.map((hand) => hand.target))
    const labels = placeLabels(
      marks,
      figures.map((figure) => figure.width),
      figures.map((figure) => figure.side),
      { width: this.svg.clientWidth, height: this.svg.clientHeight },
    )
    const onBead = new Map<number, number>()
    ordered.forEach(({ bead, particle }, i) => {
      const others = onBead.get(bead) ?? 0
      onBead.set(bead, others + 1)
      drawHand(figures[i]!, particle, GRIP_PX + GRIP_STEP_PX * others, marks[i]!, labels[i]!)
    })
  }

  private figureOf({ key, member }: DrawnHand): Figure {
    let figure = this.figures.get(key)
    if (figure === undefined) {
      figure = createFigure()
      this.figures.set(key, figure)
      this.svg.append(figure.group)
    }
    if (figure.member !== member) wear(figure, member)
    return figure
  }
}

function drawHand(figure: Figure, particle: Point, grip: number, mark: Point, label: Label): void {
  for (const line of [figure.elastic, figure.casing]) {
    line.setAttribute('x1', particle.x.toFixed(1))
    line.setAttribute('y1', particle.y.toFixed(1))
    line.setAttribute('x2', mark.x.toFixed(1))
    line.setAttribute('y2', mark.y.toFixed(1))
  }
  for (const ring of [figure.grip, figure.rim]) {
    ring.setAttribute('cx', particle.x.toFixed(1))
    ring.setAttribute('cy', particle.y.toFixed(1))
    ring.setAttribute('r', String(grip))
  }
  figure.mark.setAttribute(
    'transform',
    `translate(${mark.x.toFixed(1)} ${mark.y.toFixed(1)}) scale(${MARK_PX})`,
  )
  figure.side = label.side
  figure.label.setAttribute('x', label.x.toFixed(1))
  figure.label.setAttribute('y', (label.y + 5).toFixed(1))
}

function createFigure(): Figure {
  const group = create('g', 'hand')
  const casing = create('line', 'casing')
  const elastic = create('line', 'elastic')
  const rim = create('circle', 'rim')
  const grip = create('circle', 'grip')
  const mark = create('path', 'mark')
  const label = create('text', 'label')
  group.append(casing, rim, elastic, grip, mark, label)
  return { group, elastic, casing, grip, rim, mark, label, member: null, width: 0, side: undefined }
}

/** Look like its owner, who may have changed. */
function wear(figure: Figure, member: Member): void {
  figure.member = member
  figure.group.dataset.seat = String(member.seat)
  figure.group.style.setProperty('--who', member.colour)
  figure.mark.setAttribute('d', SHAPE_PATHS[shapeOf(member.seat)])
  figure.mark.dataset.shape = shapeOf(member.seat)
  figure.label.textContent = shortened(labelOf(member, member.seat))
  figure.width = figure.label.getComputedTextLength()
}

function place(circle: SVGCircleElement, point: Point | null): void {
  const display = point === null ? 'none' : ''
  if (circle.style.display !== display) circle.style.display = display
  if (point === null) return
  circle.setAttribute('cx', point.x.toFixed(1))
  circle.setAttribute('cy', point.y.toFixed(1))
}

function create<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  className: string,
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag)
  element.setAttribute('class', className)
  return element
}
