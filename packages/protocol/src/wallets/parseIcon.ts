const maxLength = 256 * 1024
const image = /^data:image\/(png|svg\+xml|webp|jpeg|gif|avif)(;[\w-]+(=[\w.-]+)?)*,./i

/**
 * Returns a wallet's icon if it is an image as a `data:` URL of at most 256 KiB, otherwise `undefined`: a remote URL
 * would reveal the visitor to its server. Quotes, brackets and white space are escaped, so that the URL is safe in an
 * attribute and in `url()`. Show it only as an image, where scripts in an SVG do not run.
 *
 * @example
 * import { parseIcon } from '@portico/protocol'
 * parseIcon('https://wallet.example/icon.png') // undefined
 */
export function parseIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength) return undefined
  const icon = value.trim()
  if (!image.test(icon)) return undefined
  return icon.replace(/[\s"'()<>\\`]/g, (character) =>
    character === "'" || character === '(' || character === ')'
      ? `%${character.charCodeAt(0).toString(16)}`
      : encodeURIComponent(character),
  )
}
