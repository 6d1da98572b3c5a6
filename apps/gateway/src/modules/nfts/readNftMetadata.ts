import * as z from 'zod/mini'
import type { NftMetadata } from '../../chains/shared/providers/NftMetadata.ts'
import { cleanText } from '../../infra/text/cleanText.ts'
import { readDataUri } from '../../infra/text/readDataUri.ts'

const maxName = 120
const maxDescription = 1000
const maxImage = 512 * 1024
const maxAddress = 2048
const nothing: NftMetadata = { name: null, description: null, image: null }

// A field of a wrong type counts as absent, so that it does not invalidate the others.
const field = z.catch(z.optional(z.string()), undefined)
const nftMetadata = z.object({
  name: field,
  description: field,
  image: field,
  image_url: field,
  image_data: field,
})

/**
 * Parses and sanitizes the metadata of an NFT, which is untrusted. `image` is a re-encoded `data:` URI, an http(s),
 * ipfs or ar URL for the image service, or null. Returns undefined if the bytes are not a JSON object. Never throws.
 *
 * @see https://eips.ethereum.org/EIPS/eip-721#specification
 */
export function readNftMetadata(bytes: Buffer): NftMetadata | undefined {
  let json: unknown
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
  const { data } = nftMetadata.safeParse(json)
  if (!data) return undefined
  return {
    name: readText(data.name, maxName),
    description: readText(data.description, maxDescription),
    image: readImage(data.image) ?? readImage(data.image_url) ?? readSvg(data.image_data),
  }
}

/** Parses a `data:` metadata URI. All fields are null for other URIs and invalid content. */
export function readInlineMetadata(uri: string | undefined): NftMetadata {
  const content = uri === undefined ? undefined : readDataUri(uri)
  return (content && readNftMetadata(content.bytes)) ?? nothing
}

function readText(value: string | undefined, max: number): string | null {
  return (value && cleanText(value, max)) || null
}

function readImage(value: string | undefined): string | null {
  if (value === undefined || value.length > maxImage) return null
  const uri = value.trim()
  // The image service decides whether a URL may be fetched.
  if (/^(https?|ipfs|ar):\/\//i.test(uri))
    return uri.length <= maxAddress && !/[\s\\"'<>\p{Cc}]/u.test(uri) ? uri : null
  // Inline images are shown in `<img>`, where an SVG cannot run scripts or load resources.
  const content = readDataUri(uri)
  return content && /^image\/[a-z0-9.+-]{1,40}$/.test(content.mediaType)
    ? encodeDataUri(content.mediaType, content.bytes)
    : null
}

function readSvg(data: string | undefined): string | null {
  if (data === undefined || data.length > maxImage || !data.trimStart().startsWith('<svg')) return null
  return encodeDataUri('image/svg+xml', Buffer.from(data, 'utf8'))
}

// Re-encode the URI, so that quotes, brackets and line breaks of a hostile one never reach a page.
function encodeDataUri(mediaType: string, bytes: Buffer): string | null {
  const uri = `data:${mediaType};base64,${bytes.toString('base64')}`
  return uri.length <= maxImage ? uri : null
}
