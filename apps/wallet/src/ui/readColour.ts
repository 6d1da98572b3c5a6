/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/** Parses `#rgb`, `#rrggbb` and `rgb(r g b)`, without transparency; returns undefined for anything else. */
export function readColour(text: unknown): Colour | undefined {
  if (typeof text !== 'string') return undefined
  const [, hex] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? []
  if (hex) {
    const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])
    return pairs.map((pair) => Number.parseInt(pair, 16)) as unknown as Colour
  }
  const [, ...parts] = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/i.exec(text.trim()) ?? []
  const colour = parts.map(Number)
  return colour.length === 3 && colour.every((part) => part <= 255)
    ? (colour as unknown as Colour)
    : undefined
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes a colour towards another until its contrast with the background is at least 4.5. */
export function withContrast(
  colour: Colour,
  { background, towards }: { background: Colour; towards: Colour },
): Colour {
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = colour.map((part, index) =>
      Math.round(part + ((towards[index] as number) - part) * share),
    ) as unknown as Colour
    if (contrastOf(mixed, background) >= 4.5) return mixed
  }
  return towards
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
