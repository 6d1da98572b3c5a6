import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanSvg } from './cleanSvg.ts'
import type { Source } from './Source.ts'

/** Icons are shown at 40 pixels; larger files are photographs or traced bitmaps. */
const maxBytes = 16 * 1024

export type IconWriter = {
  /**
   * Writes an icon under the hash of its content.
   *
   * @returns the name of the file; undefined if it is too large, or not an image that is safe to serve.
   */
  write(icon: { bytes: Uint8Array; type: 'svg' | 'webp' | 'png'; source: Source }): string | undefined
  /** The package that each file is from. */
  origins: ReadonlyMap<string, string>
  /** The total size of the icons, in bytes. */
  bytes(): number
}

/** File signatures. In WebP, the four bytes after RIFF are the length. */
const signatures: Readonly<Record<'webp' | 'png', RegExp>> = {
  webp: /^52494646.{8}57454250/,
  png: /^89504e470d0a1a0a/,
}

/** Creates a writer of icons into `folder/icons`. Writes identical content once. */
export function createIconWriter({ folder }: { folder: string }): IconWriter {
  const origins = new Map<string, string>()
  let written = 0
  mkdirSync(join(folder, 'icons'), { recursive: true })
  return {
    origins,
    bytes: () => written,
    write({ bytes, type, source }) {
      const content =
        type === 'svg' ? cleanSvg(Buffer.from(bytes).toString('utf8')) : checkBitmap(bytes, type)
      if (content === undefined || content.length > maxBytes) return undefined
      const file = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${type}`
      if (origins.has(file)) return file
      writeFileSync(join(folder, 'icons', file), content)
      origins.set(file, source.name)
      written += Buffer.byteLength(content)
      return file
    },
  }
}

function checkBitmap(bytes: Uint8Array, type: 'webp' | 'png'): Uint8Array | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  return signatures[type].test(start) ? bytes : undefined
}
