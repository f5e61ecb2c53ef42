/** A small drawing of a scene for cards and buttons. */
export function SceneGlyph({ scene }: { scene: string }) {
  return (
    <svg class="glyph" viewBox="0 0 48 32" aria-hidden="true">
      {glyph(scene)}
    </svg>
  )
}

function glyph(scene: string) {
  if (scene.startsWith('cloth')) return <path d={CLOTH} />
  if (scene.startsWith('chain')) {
    return (
      <>
        <path d="M12 3L13 10L18 17L25 23L34 27" />
        {CHAIN_BEADS.map(([x, y], i) => (
          <circle key={x} cx={x} cy={y} r={i === 0 ? 3 : 2.2} class={i === 0 ? 'pin' : 'bead'} />
        ))}
      </>
    )
  }
  return (
    <>
      <path d="M5 5C11 34 37 34 43 5" />
      <circle cx="5" cy="5" r="3" class="pin" />
      <circle cx="43" cy="5" r="3" class="pin" />
    </>
  )
}

const CHAIN_BEADS = [
  [12, 3],
  [13, 10],
  [18, 17],
  [25, 23],
  [34, 27],
] as const

const CLOTH =
  'M8 4H40M8 4C7 13 10 20 8 28M16 4C15 13 18 21 16 29M24 4C23 13 26 20 24 28' +
  'M32 4C31 13 34 21 32 29M40 4C39 13 42 20 40 28' +
  'M8 12C16 10 22 14 40 12M9 20C16 18 24 22 41 20M8 28C14 31 20 27 24 28C30 30 34 27 40 28'
