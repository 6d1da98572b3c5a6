import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readSources } from '../contracts/readSources.ts'

const require = createRequire(import.meta.url)

/**
 * Returns sixteen hex digits that change whenever the content of a new seed may change: with the contracts, their
 * compiler, the files of this folder, the accounts, or anvil.
 */
export async function readFingerprint(): Promise<string> {
  const hash = createHash('sha256').update((await readSources()).key)
  hash.update((require('@foundry-rs/anvil/package.json') as { version: string }).version)
  hash.update((require('@metamask/delegation-abis/package.json') as { version: string }).version)
  for (const file of [
    '../manifest.ts',
    '../localSponsor.ts',
    '../localSwaps.ts',
    '../identity/farcaster/localFarcaster.ts',
  ])
    hash.update(await readFile(join(import.meta.dirname, file)))
  const names = (await readdir(import.meta.dirname)).filter((name) => !name.endsWith('.test.ts')).sort()
  for (const name of names) hash.update(await readFile(join(import.meta.dirname, name)))
  return hash.digest('hex').slice(0, 16)
}
