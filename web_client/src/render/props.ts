import type { Mesh, IUniform } from 'three'
import type { Quality } from '../model/quality'
import type { Grid, Scene } from '../model/scene'
import { Beads } from './beads'
import { Obstacles } from './obstacles'
import { border, Shadow } from './shadow'
import { Strands } from './strands'
import { quads, Surface } from './surface'

/** What is drawn for one scene. */
export interface Props {
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

export function buildProps(
  scene: Scene,
  quality: Quality,
  uniforms: Record<string, IUniform>,
): Props {
  const { grids, faces } = scene
  const size = sizes(scene)
  const surfaces = [
    ...grids.map((grid) => new Surface(scene.particles, quads(grid), 'gauze', uniforms)),
    ...(faces.length > 0 ? [new Surface(scene.particles, [...faces], 'skin', uniforms)] : []),
  ]
  const shadow =
    quality === 'full'
      ? new Shadow(
          [...grids.flatMap(border), ...looseLinks(scene)],
          size.shadow,
          surfaces.map(({ geometry }) => geometry),
          uniforms,
        )
      : null
  const smooth = quality === 'full'
  const strands = new Strands(scene, size.link, smooth, uniforms)
  const beads = new Beads(scene, looseParticles(scene), size, smooth, uniforms)
  const obstacles = new Obstacles(scene, quality === 'lightest' ? 'coarse' : 'fine', uniforms)
  return {
    scene,
    solid: surfaces.length > 0,
    parts: [...(shadow ? [shadow] : []), strands, beads, obstacles, ...surfaces],
    objects: [
      ...(shadow?.meshes ?? []),
      ...obstacles.meshes,
      strands.mesh,
      beads.mesh,
      ...surfaces.map(({ mesh }) => mesh),
    ],
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
