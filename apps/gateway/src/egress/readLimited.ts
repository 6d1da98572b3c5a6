import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** The codings `readLimited` takes, as a request names them. */
export const acceptedEncodings = Object.keys(decoders).join(', ')

/**
 * Reads a body up to `maxBytes` after decompression: a few kilobytes can unfold to gigabytes, so what counts is what
 * comes out. Rejects if the body ends early.
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
  // One coding: a list of them is a way to multiply the work.
  if (!isPlain && !Object.hasOwn(decoders, encoding)) return 'encoding'
  const stream = isPlain
    ? body
    : // The loop below hears of the error; nobody else has to.
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
