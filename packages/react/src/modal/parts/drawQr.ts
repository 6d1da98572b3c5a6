import { encode } from 'uqr'

/**
 * A QR code as one SVG path, each dark module a square of 1×1, with the quiet zone of 4 modules the standard asks for
 * (ISO/IEC 18004).
 */
export function drawQr(value: string): { path: string; size: number } {
  const { data, size } = encode(value, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}
