/** Media type of an image, as its header says; width and height in pixels. */
export type ImageKind = { mediaType: string; width: number; height: number }

type Size = { width: number; height: number }

const formats: readonly { mediaType: string; starts(bytes: Buffer): boolean; size(bytes: Buffer): Size }[] = [
  {
    mediaType: 'image/png',
    starts: (bytes) =>
      bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) && text(bytes, 12) === 'IHDR',
    size: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  {
    mediaType: 'image/jpeg',
    starts: (bytes) => bytes.readUIntBE(0, 3) === 0xffd8ff,
    size: jpegSize,
  },
  {
    mediaType: 'image/gif',
    starts: (bytes) => /^GIF8[79]a$/.test(text(bytes, 0, 6)),
    size: (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  },
  {
    mediaType: 'image/webp',
    starts: (bytes) => text(bytes, 0) === 'RIFF' && text(bytes, 8) === 'WEBP',
    size: webpSize,
  },
  {
    mediaType: 'image/avif',
    starts: (bytes) => text(bytes, 4) === 'ftyp' && /avi[fs]/.test(text(bytes, 8, bytes.readUInt32BE(0) - 8)),
    size: avifSize,
  },
]

/** The media types that `identifyImage` can return. */
export const rasterTypes: readonly string[] = formats.map(({ mediaType }) => mediaType)

/**
 * Returns media type and size of an image from its header, because the declared media type cannot be trusted. Returns
 * undefined if it is not PNG, JPEG, GIF, WebP or AVIF, or its header is truncated.
 */
export function identifyImage(bytes: Buffer): ImageKind | undefined {
  try {
    const format = formats.find(({ starts }) => starts(bytes))
    if (!format) return undefined
    const { width, height } = format.size(bytes)
    return width > 0 && height > 0 ? { mediaType: format.mediaType, width, height } : undefined
  } catch (error) {
    // A read beyond the end: the header is truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function text(bytes: Buffer, start: number, length = 4): string {
  return bytes.toString('latin1', start, start + length)
}

/** Walks the segments up to the frame header (ITU T.81, B.2.2). */
function jpegSize(bytes: Buffer): Size {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError('not a marker')
    const marker = bytes.readUInt8(at + 1)
    // Skip fill bytes before a marker.
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
}

/** Reads the size from the first chunk. @see https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(bytes: Buffer): Size {
  switch (text(bytes, 12)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      throw new RangeError('unknown chunk')
  }
}

/** Returns the largest size in `meta/iprp/ipco/ispe` (ISO/IEC 23008-12, 6.5.3): an image may consist of tiles. */
function avifSize(bytes: Buffer): Size {
  const meta = boxes(bytes, 0, bytes.length).find(({ type }) => type === 'meta')
  // `meta` is a full box: four bytes of version and flags precede its content.
  const iprp = meta && boxes(bytes, meta.start + 4, meta.end).find(({ type }) => type === 'iprp')
  const ipco = iprp && boxes(bytes, iprp.start, iprp.end).find(({ type }) => type === 'ipco')
  const sizes = ipco ? boxes(bytes, ipco.start, ipco.end).filter(({ type }) => type === 'ispe') : []
  return {
    width: Math.max(0, ...sizes.map(({ start }) => bytes.readUInt32BE(start + 4))),
    height: Math.max(0, ...sizes.map(({ start }) => bytes.readUInt32BE(start + 8))),
  }
}

function boxes(bytes: Buffer, from: number, end: number): { type: string; start: number; end: number }[] {
  const found: { type: string; start: number; end: number }[] = []
  for (let at = from; at + 8 <= end && found.length < 1000; ) {
    const size = bytes.readUInt32BE(at) || end - at
    if (size < 8 || at + size > end) break
    found.push({ type: text(bytes, at + 4), start: at + 8, end: at + size })
    at += size
  }
  return found
}
