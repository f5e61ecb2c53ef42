import { LinearSRGBColorSpace, Vector2, WebGLRenderer, type Camera, type Scene } from 'three'
import type { Quality } from '../model/quality'

const PIXEL_RATIOS: Readonly<Record<Quality, number>> = { full: 2, light: 1, lightest: 0.6 }

/**
 * A canvas and what draws on it. Whether edges are smooth is settled when a canvas
 * gets its context, so another quality takes another easel.
 */
export class Easel {
  /** The browser has taken the context away; it may give it back. */
  lost = false
  readonly canvas = document.createElement('canvas')
  private readonly renderer: WebGLRenderer

  /** `changed` is called when the context was lost or has come back. */
  constructor(
    private readonly place: HTMLElement,
    readonly quality: Quality,
    private readonly changed: () => void,
  ) {
    this.canvas.setAttribute('aria-hidden', 'true')
    this.renderer = new WebGLRenderer({
      canvas: this.canvas,
      antialias: quality === 'full',
      alpha: false,
    })
    this.renderer.outputColorSpace = LinearSRGBColorSpace
    // After the renderer's own listeners, so that it is ready when ours are called.
    this.canvas.addEventListener('webglcontextlost', this.lose)
    this.canvas.addEventListener('webglcontextrestored', this.recover)
    place.replaceChildren(this.canvas)
  }

  dispose(): void {
    this.canvas.removeEventListener('webglcontextlost', this.lose)
    this.canvas.removeEventListener('webglcontextrestored', this.recover)
    this.renderer.dispose()
    // Browsers allow few contexts at a time, and forget old ones late.
    if (!this.lost) this.renderer.forceContextLoss()
    if (this.canvas.parentNode === this.place) this.canvas.remove()
  }

  /** Fit to a size in CSS px; the size in pixels of its own is written to `pixels`. */
  resize(width: number, height: number, pixels: Vector2): void {
    this.renderer.setPixelRatio(this.pixelRatio)
    this.renderer.setSize(width, height, false)
    this.renderer.getDrawingBufferSize(pixels)
  }

  get pixelRatio(): number {
    const most = PIXEL_RATIOS[this.quality]
    return this.quality === 'lightest' ? most : Math.min(window.devicePixelRatio, most)
  }

  draw(scene: Scene, camera: Camera): void {
    this.renderer.render(scene, camera)
  }

  /** Draw, and hand out what was drawn before the browser clears it. */
  snapshot(scene: Scene, camera: Camera): Promise<Blob | null> {
    this.renderer.render(scene, camera)
    return new Promise((resolve) => this.canvas.toBlob(resolve, 'image/png'))
  }

  private readonly lose = (): void => {
    this.lost = true
    this.changed()
  }

  private readonly recover = (): void => {
    this.lost = false
    this.changed()
  }
}
