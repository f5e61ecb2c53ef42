import {
  ColorManagement,
  LinearSRGBColorSpace,
  Scene as Drawing,
  Vector2,
  Vector3,
  WebGLRenderer,
  type IUniform,
  type Mesh,
  type ShaderMaterial,
} from 'three'
import type { Gust } from '../model/room'
import { parameterOf, type Grid, type Scene } from '../model/scene'
import { createBackdrop } from './backdrop'
import { Beads } from './beads'
import { Ground } from './ground'
import { Obstacles } from './obstacles'
import { DARK, LIGHT, type Palette } from './palette'
import { border, Shadow } from './shadow'
import { Strands } from './strands'
import { Streaks } from './streaks'
import { quads, Surface } from './surface'
import { View, type Insets } from './view'

// Everything that is drawn with WebGL. Colours are handed to the shaders as
// they stand in the palette.
ColorManagement.enabled = false

const PIXEL_RATIO_MAX = 2

const COLOURS = [
  'glow',
  'rim',
  'ground',
  'link',
  'bead',
  'pin',
  'strain',
  'spring',
  'cloth',
  'obstacle',
  'wind',
] as const satisfies readonly (keyof Palette)[]

export interface Picture {
  readonly scene: Scene | null
  readonly positions: Float32Array | null
  /** The positions change with every picture. */
  readonly moving: boolean
  /** Another array whenever one of them has gone on. */
  readonly gusts: readonly Gust[]
}

/** What is drawn for one scene. */
interface Props {
  readonly scene: Scene
  /** It has surfaces. */
  readonly solid: boolean
  readonly parts: readonly Part[]
  readonly objects: readonly Mesh[]
}

interface Part {
  update(positions: Float32Array): void
  dispose(): void
}

export class Stage {
  readonly view = new View()
  private readonly renderer: WebGLRenderer
  private readonly drawing = new Drawing()
  private readonly uniforms: Record<string, IUniform>
  private readonly backdrop: Mesh
  private readonly ground: Ground
  private readonly streaks: Streaks
  private readonly darkQuery = window.matchMedia('(prefers-color-scheme: dark)')
  private readonly calmQuery = window.matchMedia('(prefers-reduced-motion: reduce)')
  private readonly resizeObserver: ResizeObserver
  private props: Props | null = null
  /** What the picture on the screen shows, while it still holds. */
  private shown: Float32Array | null = null
  private blowing: readonly Gust[] = []

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
    this.ground = new Ground(this.uniforms)
    this.streaks = new Streaks(this.uniforms)
    this.drawing.add(this.backdrop, this.ground.mesh, this.streaks.lines)
    this.wear()
    this.darkQuery.addEventListener('change', this.wear)
    canvas.addEventListener('webglcontextrestored', this.redraw)
    this.resizeObserver = new ResizeObserver(() => this.resize())
    this.resizeObserver.observe(canvas)
    this.resize()
  }

  dispose(): void {
    this.resizeObserver.disconnect()
    this.darkQuery.removeEventListener('change', this.wear)
    this.canvas.removeEventListener('webglcontextrestored', this.redraw)
    this.strike()
    this.streaks.dispose()
    this.ground.dispose()
    this.backdrop.geometry.dispose()
    ;(this.backdrop.material as ShaderMaterial).dispose()
    this.renderer.dispose()
  }

  /** Other parts of the canvas are covered now. */
  setInsets(insets: Insets): void {
    this.insets = insets
    this.frame()
  }

  /** The canvas's place in the window, CSS px. */
  bounds(): DOMRect {
    return this.canvas.getBoundingClientRect()
  }

  /**
   * Draw one picture of the scene; nothing but the backdrop without positions.
   * A world at rest is drawn once.
   */
  draw({ scene, positions, moving, gusts }: Picture): void {
    if (scene !== null) {
      this.furnish(scene)
      this.showGround(Boolean(parameterOf(scene, 'ground')?.value))
      this.streaks.update(scene, this.calmQuery.matches ? [] : gusts)
    }
    const same = positions !== null && positions === this.shown && gusts === this.blowing
    if (same && !moving) return
    this.shown = moving ? null : positions
    this.blowing = gusts
    if (positions !== null) for (const part of this.props?.parts ?? []) part.update(positions)
    this.renderer.render(this.drawing, this.view.camera)
  }

  /** Build what a scene needs, once; a changed parameter keeps the same links. */
  private furnish(scene: Scene): void {
    if (this.props?.scene.links === scene.links) return
    this.strike()
    const { grids, faces } = scene
    const size = sizes(scene)
    const { uniforms } = this
    const surfaces = [
      ...grids.map((grid) => new Surface(scene.particles, quads(grid), 'gauze', uniforms)),
      ...(faces.length > 0 ? [new Surface(scene.particles, [...faces], 'skin', uniforms)] : []),
    ]
    const solid = surfaces.length > 0
    const shadow = new Shadow(
      [...grids.flatMap(border), ...looseLinks(scene)],
      size.shadow,
      surfaces.map(({ geometry }) => geometry),
      uniforms,
    )
    const strands = new Strands(scene, size.link, uniforms)
    const beads = new Beads(scene, looseParticles(scene), size, uniforms)
    const obstacles = new Obstacles(scene, uniforms)
    this.props = {
      scene,
      solid,
      parts: [shadow, strands, beads, obstacles, ...surfaces],
      objects: [
        ...shadow.meshes,
        ...obstacles.meshes,
        strands.mesh,
        beads.mesh,
        ...surfaces.map(({ mesh }) => mesh),
      ],
    }
    this.drawing.add(...this.props.objects)
    const wall = scene.view.centre[2] - 0.3 * scene.view.radius
    this.uniforms.wall!.value = wall
    this.ground.place(scene, wall)
    this.frame()
  }

  private showGround(visible: boolean): void {
    if (this.ground.mesh.visible === visible) return
    this.ground.mesh.visible = visible
    this.shown = null
  }

  private strike(): void {
    if (this.props === null) return
    this.drawing.remove(...this.props.objects)
    for (const part of this.props.parts) part.dispose()
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
    this.shown = null
    if (this.props === null) return
    this.view.frame(this.props.scene, this.props.solid, this.insets)
  }

  private readonly wear = (): void => {
    const palette = this.darkQuery.matches ? DARK : LIGHT
    for (const name of COLOURS) (this.uniforms[name]!.value as Vector3).set(...palette[name])
    this.uniforms.shade!.value = palette.shade
    this.shown = null
  }

  private readonly redraw = (): void => {
    this.shown = null
  }
}

interface Sizes {
  readonly link: number
  readonly shadow: number
  readonly bead: number
  readonly pin: number
}

/** Particles that no surface is made of: these are drawn as beads. */
function looseParticles({ particles, grids, faces }: Scene): number[] {
  const taken = new Uint8Array(particles)
  for (const grid of grids) taken.fill(1, grid.first, grid.first + size(grid))
  for (const particle of faces) taken[particle] = 1
  return Array.from(taken.keys()).filter((particle) => taken[particle] === 0)
}

/** Links that do not lie in a surface: these throw shadows of their own. */
function looseLinks({ links, grids, faces }: Scene): number[] {
  const corners = new Set(faces)
  const inside = (particle: number) =>
    corners.has(particle) ||
    grids.some((grid) => particle >= grid.first && particle < grid.first + size(grid))
  const loose: number[] = []
  for (let i = 0; i < links.length; i += 2) {
    if (!inside(links[i]!) || !inside(links[i + 1]!)) loose.push(links[i]!, links[i + 1]!)
  }
  return loose
}

function size({ rows, columns }: Grid): number {
  return rows * columns
}

/** Radii in metres that suit the scene's size and the fineness of its links. */
function sizes(scene: Scene): Sizes {
  const { radius } = scene.view
  const rest = scene.rest.reduce((sum, length) => sum + length, 0) / Math.max(scene.rest.length, 1)
  if (scene.grids.length > 0) {
    const link = Math.min(0.05 * rest, 0.004 * radius)
    // Wide enough for the shadows of neighbouring threads to meet.
    return { link, shadow: 1.4 * rest, bead: 2 * link, pin: 2 * link }
  }
  const link = clamp(0.15 * rest, 0.005 * radius, 0.0105 * radius)
  const bead = clamp(0.32 * rest, 1.2 * link, 0.022 * radius)
  return { link, shadow: 4 * link, bead, pin: Math.max(1.4 * bead, 0.028 * radius) }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
