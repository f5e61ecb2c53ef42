import { ColorManagement, LinearSRGBColorSpace, Scene as Drawing, Vector2, Vector3, WebGLRenderer, type IUniform } from 'three'
import { gridOf, type Grid, type Scene } from '../model/scene'
import { createBackdrop } from './backdrop'
import { Beads } from './beads'
import { DARK, LIGHT, type Palette } from './palette'
import { Strands } from './strands'
import { View, type Insets } from './view'
import { Weave } from './weave'

// Everything that is drawn with WebGL. Colours are handed to the shaders as
// they stand in the palette.
ColorManagement.enabled = false

const PIXEL_RATIO_MAX = 2

interface Props {
  readonly scene: Scene
  readonly strands: Strands
  readonly beads: Beads
  readonly weave: Weave | null
}

export class Stage {
  readonly view = new View()
  private readonly renderer: WebGLRenderer
  private readonly drawing = new Drawing()
  private readonly uniforms: Record<string, IUniform>
  private readonly backdrop
  private readonly darkQuery = window.matchMedia('(prefers-color-scheme: dark)')
  private readonly resizeObserver: ResizeObserver
  private props: Props | null = null

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private insets: Insets,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: false })
    this.renderer.outputColorSpace = LinearSRGBColorSpace
    this.uniforms = {
      resolution: { value: new Vector2(1, 1) },
      pixel: { value: 1 },
      thinnest: { value: 0.6 },
      wall: { value: 0 },
      shade: { value: 0 },
      ...Object.fromEntries(
        COLOURS.map((name) => [name, { value: new Vector3() }] as [string, IUniform]),
      ),
    }
    this.backdrop = createBackdrop(this.uniforms)
    this.drawing.add(this.backdrop)
    this.wear()
    this.darkQuery.addEventListener('change', this.wear)
    this.resizeObserver = new ResizeObserver(() => this.resize())
    this.resizeObserver.observe(canvas)
    this.resize()
  }

  dispose(): void {
    this.resizeObserver.disconnect()
    this.darkQuery.removeEventListener('change', this.wear)
    this.strike()
    this.backdrop.geometry.dispose()
    this.renderer.dispose()
  }

  /** The canvas's place in the window, CSS px. */
  bounds(): DOMRect {
    return this.canvas.getBoundingClientRect()
  }

  /** Draw one picture of the scene; nothing but the backdrop without positions. */
  draw(scene: Scene | null, positions: Float32Array | null): void {
    if (scene !== null) this.furnish(scene)
    const props = this.props
    if (props !== null && positions !== null) {
      props.strands.update(positions)
      props.beads.update(positions)
      props.weave?.update(positions)
    }
    this.renderer.render(this.drawing, this.view.camera)
  }

  /** Build what a scene needs, once; a changed parameter keeps the same links. */
  private furnish(scene: Scene): void {
    if (this.props?.scene.links === scene.links) return
    this.strike()
    const grid = gridOf(scene)
    const size = sizes(scene, grid)
    const pins = new Set(scene.pins)
    const beaded = grid === null ? range(scene.particles) : []
    const pinned = grid === null ? [...pins] : []
    const strands = new Strands(scene, size.link, this.uniforms)
    const beads = new Beads(
      [...new Set([...beaded, ...pinned])],
      pins,
      { bead: size.bead, pin: size.pin },
      this.uniforms,
    )
    const weave = grid && new Weave(grid, this.uniforms)
    this.drawing.add(strands.shadow, strands.links, beads.mesh)
    if (weave) this.drawing.add(weave.mesh)
    this.props = { scene, strands, beads, weave }
    this.uniforms.wall!.value = scene.view.centre[2] - 0.3 * scene.view.radius
    this.frame()
  }

  private strike(): void {
    if (this.props === null) return
    const { strands, beads, weave } = this.props
    this.drawing.remove(strands.shadow, strands.links, beads.mesh)
    if (weave) this.drawing.remove(weave.mesh)
    strands.dispose()
    beads.dispose()
    weave?.dispose()
    this.props = null
  }

  private resize(): void {
    const width = Math.max(this.canvas.clientWidth, 1)
    const height = Math.max(this.canvas.clientHeight, 1)
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, PIXEL_RATIO_MAX))
    this.renderer.setSize(width, height, false)
    this.renderer.getDrawingBufferSize(this.uniforms.resolution!.value as Vector2)
    this.view.width = width
    this.view.height = height
    this.uniforms.pixel!.value = this.view.pixelAtOneMetre
    this.frame()
  }

  private frame(): void {
    if (this.props === null) return
    this.view.frame(this.props.scene, this.props.weave !== null, this.insets)
  }

  private readonly wear = (): void => {
    const palette = this.darkQuery.matches ? DARK : LIGHT
    for (const name of COLOURS) (this.uniforms[name]!.value as Vector3).set(...palette[name])
    this.uniforms.shade!.value = palette.shade
  }
}

const COLOURS = ['glow', 'rim', 'link', 'bead', 'pin', 'strain', 'cloth'] as const satisfies readonly (keyof Palette)[]

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}

/** Radii in metres that suit the scene's size and the fineness of its links. */
function sizes(scene: Scene, grid: Grid | null): { link: number; bead: number; pin: number } {
  const { radius } = scene.view
  const rest = scene.rest.reduce((sum, length) => sum + length, 0) / Math.max(scene.rest.length, 1)
  if (grid !== null) {
    const link = Math.min(0.05 * rest, 0.004 * radius)
    return { link, bead: link, pin: link }
  }
  const link = Math.min(Math.max(0.09 * rest, 0.004 * radius), 0.009 * radius)
  const bead = Math.min(Math.max(0.24 * rest, 1.25 * link), 0.02 * radius)
  return { link, bead, pin: Math.max(1.5 * bead, 0.022 * radius) }
}
