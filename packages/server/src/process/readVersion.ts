import { readFileSync } from 'node:fs'

/**
 * Reads the version of a program from its `package.json`; `unknown` if the file is not there.
 *
 * @param file URL of the `package.json`
 * @example
 * const version = readVersion(new URL('../package.json', import.meta.url))
 */
export function readVersion(file: URL): string {
  try {
    return String((JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version)
  } catch {
    return 'unknown'
  }
}
