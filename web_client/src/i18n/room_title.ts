import { words } from './index'

/** A demo room is called like its scene, in the server's language; others as whoever made them said. */
export function roomTitle(code: string, scene: string, title: string): string {
  const isDemo = code === scene.toUpperCase()
  return isDemo ? words.scene({ name: scene, title, parameters: [] }).title : title
}
