import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the version of the package in a folder; undefined if its manifest has none. */
export function readVersion(folder: string): string | undefined {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: unknown }
  return typeof version === 'string' ? version : undefined
}
