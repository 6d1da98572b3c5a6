import { cleanText } from '../../text/cleanText.ts'
import { readDataUri } from './readDataUri.ts'
import type { NftMetadata } from './store.ts'

const maxName = 120
const maxDescription = 1000
const maxImage = 512 * 1024
const nothing: NftMetadata = { name: null, description: null, image: null }

/**
 * What the metadata URI of an NFT says. Only `data:` URIs are read: to fetch an address that a contract names would let
 * anybody make the gateway call anything. Everything in it is hostile until cleaned; nothing of it throws.
 *
 * @see https://eips.ethereum.org/EIPS/eip-721#specification
 */
export function readNftMetadata(uri: string | undefined): NftMetadata {
  const content = uri === undefined ? undefined : readDataUri(uri)
  if (!content) return nothing
  let json: unknown
  try {
    json = JSON.parse(content.bytes.toString('utf8'))
  } catch {
    return nothing
  }
  if (typeof json !== 'object' || json === null) return nothing
  const { name, description, image, image_data } = json as Record<string, unknown>
  return {
    name: readText(name, maxName),
    description: readText(description, maxDescription),
    image: readImage(image) ?? readSvg(image_data),
  }
}

function readText(value: unknown, max: number): string | null {
  const text = typeof value === 'string' ? cleanText(value, max) : ''
  return text === '' ? null : text
}

/** Pictures inside the metadata; a browser shows them in `<img>`, where an SVG runs no script and loads nothing. */
function readImage(image: unknown): string | null {
  if (typeof image !== 'string' || image.length > maxImage) return null
  const content = readDataUri(image.trim())
  return content && /^image\/[a-z0-9.+-]{1,40}$/.test(content.mediaType)
    ? rewrite(content.mediaType, content.bytes)
    : null
}

function readSvg(data: unknown): string | null {
  if (typeof data !== 'string' || data.length > maxImage || !data.trimStart().startsWith('<svg')) return null
  return rewrite('image/svg+xml', Buffer.from(data, 'utf8'))
}

// Written anew, so that quotes, brackets or line breaks of a hostile URI reach no page.
function rewrite(mediaType: string, bytes: Buffer): string | null {
  const uri = `data:${mediaType};base64,${bytes.toString('base64')}`
  return uri.length <= maxImage ? uri : null
}
