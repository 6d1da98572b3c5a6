import { gunzipSync } from 'node:zlib'

const block = 512

/**
 * Returns files of a package's tarball (gzipped ustar with pax headers, as npm writes it) by their path in the package.
 * Writes nothing to disk.
 *
 * @param parameters.filter returns whether to read the file with this path, relative to the package's folder.
 * @throws {Error} if the tarball is truncated.
 * @see https://www.gnu.org/software/tar/manual/html_node/Standard.html
 */
export function readTarball({
  tarball,
  filter,
}: {
  tarball: Uint8Array
  filter: (path: string) => boolean
}): Map<string, Buffer> {
  const archive = gunzipSync(tarball)
  const files = new Map<string, Buffer>()
  let longPath: string | undefined
  for (let at = 0; at + block <= archive.length; ) {
    const header = archive.subarray(at, at + block)
    if (header[0] === 0) break // an archive ends with two zero blocks
    const size = Number.parseInt(text(header, 124, 12).trim() || '0', 8)
    const start = at + block
    if (!Number.isSafeInteger(size) || start + size > archive.length)
      throw new Error('The tarball is truncated.')
    const content = archive.subarray(start, start + size)
    const type = String.fromCharCode(header[156] ?? 0)
    at = start + Math.ceil(size / block) * block
    if (type === 'x') {
      longPath = /\d+ path=(.*)\n/.exec(content.toString('utf8'))?.[1]
      continue
    }
    const prefix = text(header, 345, 155)
    const path = longPath ?? (prefix ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100))
    longPath = undefined
    const relativePath = path.slice(path.indexOf('/') + 1)
    if ((type === '0' || type === '\0') && filter(relativePath)) files.set(relativePath, content)
  }
  return files
}

function text(header: Buffer, start: number, length: number): string {
  return header
    .subarray(start, start + length)
    .toString('utf8')
    .replace(/\0.*$/s, '')
}
