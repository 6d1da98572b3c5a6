import decodeQr from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { drawQr, type QrDrawing } from './drawQr.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('drawQr', () => {
  test('behavior: leaves a quiet zone of 4 modules on every side', () => {
    const { dots, finders, size } = drawQr(address)
    const coordinates = [...dots.matchAll(/M([\d.]+) ([\d.]+)/g)].flatMap(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    expect(Math.min(...coordinates)).toBe(4.5)
    expect(Math.max(...coordinates)).toBe(size - 4.5)
    expect(finders).toEqual([
      { x: 4, y: 4 },
      { x: size - 11, y: 4 },
      { x: 4, y: size - 11 },
    ])
  })

  test('behavior: leaves the centre free for a logo', () => {
    const countInCentre = ({ dots, size }: QrDrawing) =>
      [...dots.matchAll(/M([\d.]+) ([\d.]+)/g)].filter((dot) =>
        dot.slice(1).every((at) => Math.abs(Number(at) - size / 2) < size * 0.1),
      ).length
    expect(countInCentre(drawQr(address))).toBeGreaterThan(0)
    expect(countInCentre(drawQr(address, { hasLogo: true }))).toBe(0)
  })

  test.each([{ hasLogo: false }, { hasLogo: true }])(
    'behavior: a decoder reads every length, %o',
    (options) => {
      for (let length = 12; length <= 420; length += 12) {
        const value =
          `wc:${'7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'.repeat(8)}`.slice(
            0,
            length,
          )
        expect(decodeQr(rasterize(drawQr(value, options)))).toBe(value)
      }
    },
  )
})

/** Paints the drawing as QrCode does, with square corners of the finders. */
function rasterize({ dots, finders, size }: QrDrawing) {
  const scale = 6
  const side = size * scale
  const data = new Uint8Array(side * side * 4).fill(255)
  const paint = (left: number, top: number, length: number, isDark: (x: number, y: number) => boolean) => {
    for (let y = top * scale; y < (top + length) * scale; y++)
      for (let x = left * scale; x < (left + length) * scale; x++)
        if (isDark((x + 0.5) / scale - left, (y + 0.5) / scale - top))
          data.fill(0, 4 * (y * side + x), 4 * (y * side + x) + 3)
  }
  for (const [, x, y] of dots.matchAll(/M([\d.]+) ([\d.]+)h0/g))
    paint(Number(x) - 0.5, Number(y) - 0.5, 1, (dx, dy) => Math.hypot(dx - 0.5, dy - 0.5) < 0.45)
  for (const { x, y } of finders)
    paint(x, y, 7, (dx, dy) => {
      const distance = Math.max(Math.abs(dx - 3.5), Math.abs(dy - 3.5))
      return distance < 1.5 || distance > 2.5
    })
  return { width: side, height: side, data }
}
