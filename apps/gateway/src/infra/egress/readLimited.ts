import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** The content codings that `readLimited` decodes, as a value of `Accept-Encoding`. */
export const acceptedEncodings = Object.keys(decoders).join(', ')

/**
 * Reads a body of at most `maxBytes` after decompression, because a few compressed kilobytes can expand to gigabytes.
 * Returns `encoding` if the coding is not supported or invalid, `size` if the body is too large. Rejects if the body
 * ends early.
 */
export async function readLimited({
  body,
  encoding,
  maxBytes,
}: {
  body: Readable
  encoding: string
  maxBytes: number
}): Promise<{ bytes: Buffer } | 'encoding' | 'size'> {
  const isPlain = encoding === '' || encoding === 'identity'
  // Only one coding: several nested codings would multiply the work of decoding.
  if (!isPlain && !Object.hasOwn(decoders, encoding)) return 'encoding'
  const stream = isPlain
    ? body
    : // The loop below handles the error, so the callback is empty.
      pipeline(body, decoders[encoding as keyof typeof decoders](), () => {})
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) return 'size'
      chunks.push(chunk)
    }
  } catch (error) {
    if (!isPlain && /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_PADDING)/.test(codeOf(error))) return 'encoding'
    throw error
  }
  return { bytes: Buffer.concat(chunks, size) }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException)?.code ?? '')
}
