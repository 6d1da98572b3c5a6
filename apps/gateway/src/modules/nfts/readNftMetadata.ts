import * as z from 'zod/mini'
import { cleanText } from '../../text/cleanText.ts'
import { readDataUri } from './readDataUri.ts'
import type { NftMetadata } from './store.ts'

const maxName = 120
const maxDescription = 1000
const maxImage = 512 * 1024
const maxAddress = 2048
const nothing: NftMetadata = { name: null, description: null, image: null }

// One bad field does not spoil the others: what is not a text is as if absent.
const field = z.catch(z.optional(z.string()), undefined)
const nftMetadata = z.object({
  name: field,
  description: field,
  image: field,
  image_url: field,
  image_data: field,
})

/**
 * What the metadata of an NFT says, cleaned: `image` is a `data:` URI written anew, or an address on the web, of IPFS or
 * Arweave for the image service, and null if it is neither. Everything in it is hostile until cleaned; nothing of it
 * throws. Undefined if it is no JSON object at all.
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

/** The same for a metadata URI that carries its content; nothing if it is another URI, or does not hold metadata. */
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
  // Whether such an address may be fetched is decided where it is.
  if (/^(https?|ipfs|ar):\/\//i.test(uri))
    return uri.length <= maxAddress && !/[\s\\"'<>\p{Cc}]/u.test(uri) ? uri : null
  // Inside the metadata; a browser shows them in `<img>`, where an SVG runs no script and loads nothing.
  const content = readDataUri(uri)
  return content && /^image\/[a-z0-9.+-]{1,40}$/.test(content.mediaType)
    ? rewrite(content.mediaType, content.bytes)
    : null
}

function readSvg(data: string | undefined): string | null {
  if (data === undefined || data.length > maxImage || !data.trimStart().startsWith('<svg')) return null
  return rewrite('image/svg+xml', Buffer.from(data, 'utf8'))
}

// Written anew, so that quotes, brackets or line breaks of a hostile URI reach no page.
function rewrite(mediaType: string, bytes: Buffer): string | null {
  const uri = `data:${mediaType};base64,${bytes.toString('base64')}`
  return uri.length <= maxImage ? uri : null
}
