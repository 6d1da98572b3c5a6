const limit = 256 * 1024
const image = /^data:image\/(png|svg\+xml|webp|jpeg|gif|avif)(;[\w-]+(=[\w.-]+)?)*,./i

/**
 * A wallet's icon where it is a picture in a `data:` address of at most 256 kB, else `undefined`: an address on
 * the web would tell its owner who looks at it. Quotes, brackets and blanks are escaped, which does not change
 * the picture and keeps it inside an attribute or `url()`. Only ever show it as an image, where SVG runs nothing.
 *
 * @example
 * import { parseIcon } from '@portico/protocol'
 * parseIcon('https://wallet.example/icon.png') // undefined
 */
export function parseIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > limit) return undefined
  const icon = value.trim()
  if (!image.test(icon)) return undefined
  return icon.replace(/[\s"'()<>\\`]/g, (character) =>
    character === "'" || character === '(' || character === ')'
      ? `%${character.charCodeAt(0).toString(16)}`
      : encodeURIComponent(character),
  )
}
