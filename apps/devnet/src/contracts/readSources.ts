import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../contracts')
const require = createRequire(import.meta.url)

/** The Solidity files and a cache key that changes with them, the compiler or OpenZeppelin. */
export interface Sources {
  /** File name → text. */
  files: Record<string, string>
  /** SHA-256 in hex. */
  key: string
}

/** Reads `contracts/*.sol` and computes the cache key, without loading the compiler or OpenZeppelin. */
export async function readSources(): Promise<Sources> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sol')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const files = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
  const hash = createHash('sha256')
  // The worker's file contains the compiler settings.
  hash.update(await readFile(join(import.meta.dirname, 'compileWorker.ts')))
  for (const name of ['solc', '@openzeppelin/contracts']) {
    hash.update(`${name}@${(require(`${name}/package.json`) as { version: string }).version}\n`)
  }
  for (const [name, text] of Object.entries(files)) hash.update(`${name}\n${text}\n`)
  return { files, key: hash.digest('hex') }
}
