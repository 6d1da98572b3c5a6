import { encode } from 'uqr'

const svg = 'http://www.w3.org/2000/svg'

/** Draws a QR code, dark on white in both themes, with the quiet zone of 4 modules that ISO/IEC 18004 requires. */
export function drawQr(value: string, label: string): SVGElement {
  const { data, size } = encode(value, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const picture = document.createElementNS(svg, 'svg')
  const modules = document.createElementNS(svg, 'path')
  modules.setAttribute('d', path)
  picture.setAttribute('viewBox', `0 0 ${size} ${size}`)
  picture.setAttribute('class', 'qr')
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', label)
  picture.append(modules)
  return picture
}
