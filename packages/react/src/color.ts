/** Red, green and blue, each 0–255. */
export type Rgb = readonly [number, number, number]

/** Parses any CSS colour. Returns undefined for anything else, and without a canvas for all but hex colours. */
export function parseColor(value: string): Rgb | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value.trim())?.[1]
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb
  }
  if (typeof CSS === 'undefined' || !CSS.supports('color', value)) return undefined
  // Let the browser parse the colour: paint one pixel with it and read the pixel back.
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = value
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

/** Mixes `other` into `color`. `amount` is the share of `other`, 0–1. */
export function mix(color: Rgb, other: Rgb, amount: number): Rgb {
  return color.map((part, i) => Math.round(part + ((other[i] ?? part) - part) * amount)) as unknown as Rgb
}

/** Returns the WCAG contrast ratio of two colours, 1–21. @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the colour, darkened or lightened only as much as it takes to reach `ratio` on `background`. */
export function readable(color: Rgb, background: Rgb, ratio = 4.5): Rgb {
  const target: Rgb =
    contrast(background, [255, 255, 255]) > contrast(background, [0, 0, 0]) ? [255, 255, 255] : [0, 0, 0]
  for (let amount = 0; amount < 1; amount += 0.05) {
    const mixed = mix(color, target, amount)
    if (contrast(mixed, background) >= ratio) return mixed
  }
  return target
}

export function toCss(color: Rgb): string {
  return `rgb(${color.join(' ')})`
}
