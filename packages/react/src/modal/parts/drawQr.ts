import { encode } from 'uqr'

/**
 * Returns a QR code as one SVG path in which each dark module is a 1×1 square. Includes the quiet zone of 4 modules
 * that ISO/IEC 18004 requires. `size` is the number of modules per side, including the quiet zone.
 */
export function drawQr(value: string): { path: string; size: number } {
  const { data, size } = encode(value, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}
