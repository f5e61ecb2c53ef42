import {
  ColorManagement,
  Scene as Drawing,
  Vector2,
  Vector3,
  type IUniform,
  type Mesh,
  type ShaderMaterial,
} from 'three'
import { Emitter } from '../model/emitter'
import type { Quality } from '../model/quality'
import type { Gust } from '../model/room'
import { parameterOf, type Scene } from '../model/scene'
import { createBackdrop } from './backdrop'
import { Easel } from './easel'
import { Ground } from './ground'
import { BOLD, DARK, LIGHT, type Palette } from './palette'
import { buildProps, type Props } from './props'
import { Streaks } from './streaks'
import { View, type Insets } from './view'

// Everything that is drawn with WebGL. Colours are handed to the shaders as
// they stand in the palette.
ColorManagement.enabled = false

// Of a pixel. What is blended hides what lies behind it even where it is thin.
const LEAST_COVER = { smooth: 0.02, blended: 0.2 }
const THINNEST_PX = 0.6
// Where it is to be seen from the back row.
const THINNEST_BOLD_PX = 1.4
// A lost context usually comes back within a second. Then a new canvas is tried.
const RECOVERY_MS = 3000

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

export class Stage {
  readonly view = new View()
  /** The picture is lost, or back: see `lost`. */
  readonly lostChanged = new Emitter()
  private easel: Easel
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
  private recoveryTimer: ReturnType<typeof setTimeout> | undefined

  /** `place` is filled with a canvas; `bold`: to be seen from the back row. */
  constructor(
    private readonly place: HTMLElement,
    quality: Quality,
    private insets: Insets,
    private readonly bold = false,
  ) {
    this.easel = new Easel(place, quality, this.noteContext)
    this.uniforms = {
      resolution: { value: new Vector2(1, 1) },
      pixel: { value: 1 },
      thinnest: { value: THINNEST_PX },
      leastCover: { value: LEAST_COVER.smooth },
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
    this.resizeObserver = new ResizeObserver(() => this.resize())
    this.resizeObserver.observe(place)
    this.resize()
  }

  dispose(): void {
    this.resizeObserver.disconnect()
    this.darkQuery.removeEventListener('change', this.wear)
    clearTimeout(this.recoveryTimer)
    this.strike()
    this.streaks.dispose()
    this.ground.dispose()
    this.backdrop.geometry.dispose()
    ;(this.backdrop.material as ShaderMaterial).dispose()
    this.easel.dispose()
  }

  get quality(): Quality {
    return this.easel.quality
  }

  set quality(quality: Quality) {
    if (quality !== this.easel.quality) this.replaceEasel(quality)
  }

  /** The browser has taken the picture away; it is being recovered. */
  get lost(): boolean {
    return this.easel.lost
  }

  /** Other parts of the canvas are covered now. */
  setInsets(insets: Insets): void {
    this.insets = insets
    this.frame()
  }

  /** The canvas's place in the window, CSS px. */
  bounds(): DOMRect {
    return this.place.getBoundingClientRect()
  }

  /**
   * Draw one picture of the scene; nothing but the backdrop without positions.
   * A world at rest is drawn once. The time that the calls took, ms; null if nothing
   * was drawn.
   */
  draw({ scene, positions, moving, gusts }: Picture): number | null {
    if (this.easel.lost) return null
    if (scene !== null) {
      this.furnish(scene)
      this.showGround(Boolean(parameterOf(scene, 'ground')?.value))
      const plain = this.calmQuery.matches || this.quality === 'lightest'
      this.streaks.update(scene, plain ? [] : gusts)
    }
    const same = positions !== null && positions === this.shown && gusts === this.blowing
    if (same && !moving) return null
    this.shown = moving ? null : positions
    this.blowing = gusts
    if (positions !== null) for (const part of this.props?.parts ?? []) part.update(positions)
    const before = performance.now()
    this.easel.draw(this.drawing, this.view.camera)
    return performance.now() - before
  }

  /** The picture as it stands, PNG; null if there is none. */
  snapshot(): Promise<Blob | null> {
    if (this.easel.lost) return Promise.resolve(null)
    return this.easel.snapshot(this.drawing, this.view.camera)
  }

  /** Build what a scene needs, once; a changed parameter keeps the same links. */
  private furnish(scene: Scene): void {
    if (this.props?.scene.links === scene.links) return
    this.strike()
    this.props = buildProps(scene, this.easel.quality, this.uniforms)
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
    const width = Math.max(this.place.clientWidth, 1)
    const height = Math.max(this.place.clientHeight, 1)
    this.easel.resize(width, height, this.uniforms.resolution!.value as Vector2)
    const thinnest = this.bold ? THINNEST_BOLD_PX : THINNEST_PX
    this.uniforms.thinnest!.value = thinnest / Math.min(this.easel.pixelRatio, 1)
    this.uniforms.leastCover!.value =
      this.quality === 'full' ? LEAST_COVER.smooth : LEAST_COVER.blended
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
    const palette = this.bold ? BOLD : this.darkQuery.matches ? DARK : LIGHT
    for (const name of COLOURS) (this.uniforms[name]!.value as Vector3).set(...palette[name])
    this.uniforms.shade!.value = palette.shade
    this.shown = null
  }

  private readonly noteContext = (): void => {
    this.shown = null
    clearTimeout(this.recoveryTimer)
    if (this.easel.lost) {
      this.recoveryTimer = setTimeout(() => this.replaceEasel(this.quality), RECOVERY_MS)
    }
    this.lostChanged.emit()
  }

  /** Draw on another canvas; all that the old one was given is made anew. */
  private replaceEasel(quality: Quality): void {
    let easel: Easel
    try {
      easel = new Easel(this.place, quality, this.noteContext)
    } catch (error) {
      console.error('ropewalk: no other drawing context:', error)
      this.place.replaceChildren(this.easel.canvas)
      if (this.easel.lost) this.noteContext()
      return
    }
    const wasLost = this.easel.lost
    this.strike()
    this.easel.dispose()
    this.easel = easel
    this.resize()
    if (wasLost) this.lostChanged.emit()
  }
}
