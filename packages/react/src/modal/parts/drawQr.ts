import { encode } from 'uqr'

/** Quiet zone on each side that ISO/IEC 18004 requires, in modules. */
const quietZone = 4
const finderSize = 7
/** Share of the picture's side that is left free for a logo. Level Q restores 25 % of the code, this hides less than 8 %. */
const logoShare = 0.22

/** A QR code to draw, in modules: `size` is the length of a side, including the quiet zone. */
export type QrDrawing = {
  size: number
  /** SVG path with a line of no length at the centre of each dark module: round line caps draw it as a dot. */
  dots: string
  /** Top left corners of the three finder patterns, which the path leaves out. */
  finders: { x: number; y: number }[]
}

/** Returns how to draw a QR code. With a logo, its centre is left free, and more of the code is redundant. */
export function drawQr(value: string, { hasLogo = false } = {}): QrDrawing {
  const { data, size: modules } = encode(value, { ecc: hasLogo ? 'Q' : 'M', border: 0 })
  const size = modules + 2 * quietZone
  const last = modules - finderSize
  const finders = [[0, 0] as const, [last, 0] as const, [0, last] as const]
  const isInFinder = (x: number, y: number) =>
    finders.some(([left, top]) => x >= left && x < left + finderSize && y >= top && y < top + finderSize)
  const isInLogo = (x: number, y: number) =>
    hasLogo && [x, y].every((at) => Math.abs(at + 0.5 - modules / 2) < (size * logoShare) / 2)
  let dots = ''
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark && !isInFinder(x, y) && !isInLogo(x, y))
        dots += `M${x + quietZone + 0.5} ${y + quietZone + 0.5}h0`
  return { size, dots, finders: finders.map(([x, y]) => ({ x: x + quietZone, y: y + quietZone })) }
}
