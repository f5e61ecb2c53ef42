// What a page has of our frames: its decoder, and the frames that `ours` left.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'

/** The client's own decoder, bundled from its sources: an ECMAScript module, in text. */
export async function bundle() {
  const client = new URL('../../web_client/', import.meta.url)
  const { build } = createRequire(createRequire(client).resolve('vite'))('esbuild')
  const { outputFiles } = await build({
    entryPoints: [new URL('src/net/grid_frame.ts', client).pathname],
    bundle: true, format: 'esm', write: false, minify: true, target: 'es2022',
  })
  return outputFiles[0].text
}

/** kind: d or k. */
export function framesOf({ folder, name, stepMm, rate }, kind) {
  const file = readFileSync(`${folder}/${name}.${kind}.${stepMm}.${rate}`)
  const frames = []
  for (let at = 0; at < file.length; at += 4 + frames.at(-1).length) {
    const start = at + 4
    frames.push(new Uint8Array(file.buffer, file.byteOffset + start, file.readUInt32LE(at)))
  }
  return frames
}
