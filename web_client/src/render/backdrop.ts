import { BufferAttribute, BufferGeometry, Mesh, ShaderMaterial, type IUniform } from 'three'
import { BACKDROP } from './glsl'

/** One triangle over the whole picture, behind everything. */
export function createBackdrop(uniforms: Record<string, IUniform>): Mesh {
  const geometry = new BufferGeometry()
  geometry.setAttribute(
    'position',
    new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
  )
  const material = new ShaderMaterial({
    uniforms,
    depthTest: false,
    depthWrite: false,
    vertexShader: 'void main() { gl_Position = vec4(position.xy, 1.0, 1.0); }',
    fragmentShader: `${BACKDROP} void main() { gl_FragColor = vec4(backdrop(gl_FragCoord.xy), 1.0); }`,
  })
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  mesh.renderOrder = 0
  return mesh
}
