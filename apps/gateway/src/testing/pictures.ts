import { crc32, deflateSync } from 'node:zlib'

/** Creates a valid PNG of one colour; above 64 × 64 pixels the header claims more than the image contains. */
export function createPng({ width = 2, height = 2 }: { width?: number; height?: number } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const drawn = Buffer.alloc(Math.min(height, 64) * (1 + Math.min(width, 64) * 3))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(drawn)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length + 8)
  return Buffer.concat([size, Buffer.from(type, 'latin1'), content])
}

/** Headers of 300 × 200 pixel images in each format except PNG; the image data is not needed. */
export const pictureHeaders: Readonly<Record<string, Buffer>> = {
  'image/jpeg': bytes(
    'ffd8 ffe0 0010 4a46494600010101004800480000 ff ffc0 0011 08 00c8 012c 03 012200 021101 031101',
  ),
  'image/gif': Buffer.concat([Buffer.from('GIF89a', 'latin1'), bytes('2c01 c800 800000 000000 ffffff')]),
  'image/webp (lossy)': bytes('52494646 24000000 57454250 56503820 18000000 300100 9d012a 2c01 c800 0000'),
  'image/webp (lossless)': bytes('52494646 1a000000 57454250 5650384c 0d000000 2f 2bc13100 000000'),
  'image/webp (extended)': bytes('52494646 1a000000 57454250 56503858 0a000000 10000000 2b0100 c70000'),
  'image/avif': Buffer.concat([
    box('ftyp', Buffer.from('avif\0\0\0\0mif1miaf', 'latin1')),
    box(
      'meta',
      bytes('00000000'),
      box('hdlr', bytes('00000000')),
      box(
        'iprp',
        box('ipco', box('pixi', bytes('00000000')), box('ispe', bytes('00000000 0000012c 000000c8'))),
      ),
    ),
    box('mdat', bytes('00')),
  ]),
}
