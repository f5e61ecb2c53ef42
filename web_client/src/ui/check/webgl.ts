export type Drawing = 'hardware' | 'software' | 'none'

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** How this browser draws; those that do not tell are taken at their best. */
export function findDrawing(): Drawing {
  const context = document.createElement('canvas').getContext('webgl2')
  if (context === null) return 'none'
  const names = context.getExtension('WEBGL_debug_renderer_info')
  const renderer = names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : ''
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return SOFTWARE.test(renderer) ? 'software' : 'hardware'
}
