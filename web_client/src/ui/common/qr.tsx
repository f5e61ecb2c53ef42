import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'preact/hooks'
import './qr.css'

// Modules of quiet around a code, as its standard asks for.
const QUIET = 4

interface QrProps {
  /** What the code says: an address, mostly. */
  value: string
  /** What it is, for those who cannot see it. */
  label: string
}

/** A QR code, dark on white also where the page is dark: not every camera reads it otherwise. */
export function Qr({ value, label }: QrProps) {
  const { path, size } = useMemo(() => {
    const code = generate(value)
    return { path: toSvgPath(code), size: code.size }
  }, [value])
  const side = size + 2 * QUIET
  return (
    <svg class="qr" viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
