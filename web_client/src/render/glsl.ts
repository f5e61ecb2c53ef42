// Pieces shared by the shaders. Colours are sRGB throughout, as in the style
// sheets: this is a drawing, not a photograph.

/** The wall behind everything; shadows are drawn in shades of it. */
export const BACKDROP = /* glsl */ `
  uniform vec2 resolution;
  uniform vec3 glow;
  uniform vec3 rim;

  vec3 backdrop(vec2 pixel) {
    vec2 p = (pixel / resolution - vec2(0.5, 0.58)) * vec2(min(resolution.x / resolution.y, 1.6), 1.0);
    // A checkerboard half a shade deep, so that no bands show.
    float grain = 0.5 * mod(dot(floor(pixel), vec2(1.0)), 2.0) - 0.25;
    return mix(glow, rim, smoothstep(0.05, 0.95, length(p))) + grain / 255.0;
  }
`

/** Light from above the viewer's left shoulder; n is a normal in view space. */
export const LIGHTING = /* glsl */ `
  vec3 lit(vec3 colour, vec3 n) {
    const vec3 towardsLight = vec3(-0.42, 0.66, 0.62);
    float diffuse = max(dot(n, towardsLight), 0.0);
    float gleam = pow(max(reflect(-towardsLight, n).z, 0.0), 18.0);
    return colour * (0.7 + 0.4 * diffuse) + 0.14 * gleam;
  }
`
