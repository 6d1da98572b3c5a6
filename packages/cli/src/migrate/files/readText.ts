import { readFileSync } from 'node:fs'

/** Bytes of the largest file that is migrated. Larger ones are generated. */
const maxBytes = 2 * 1024 * 1024

/**
 * Reads a file that may have to be migrated.
 *
 * @param hints texts of which the file must contain one
 * @returns its text with a byte order mark if it has one, or why it was skipped; undefined if it contains no hint
 */
export function readText({
  path,
  hints,
}: {
  path: string
  hints: readonly string[]
}): { text: string } | { skipped: string } | undefined {
  try {
    const bytes = readFileSync(path)
    if (!hints.some((hint) => bytes.includes(hint))) return undefined
    if (bytes.length > maxBytes) return { skipped: 'it is larger than 2 MiB.' }
    if (bytes.includes(0)) return { skipped: 'it is a binary file.' }
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch (error) {
    if (error instanceof TypeError) return { skipped: 'it is not UTF-8.' }
    return { skipped: `it cannot be read (${error instanceof Error ? error.message : String(error)}).` }
  }
}
