import { join } from 'node:path'
import { type Artifacts, compile } from './contracts/compile.ts'

export type { Artifact, Artifacts, ContractName } from './contracts/compile.ts'

/**
 * The compiled contracts of the devnet: ABI and code by name. Seconds on the first call in a checkout, milliseconds
 * after.
 *
 * @example
 * ```ts
 * import { getArtifacts } from '@portico/devnet/artifacts'
 *
 * const { SmartWalletFactory } = await getArtifacts()
 * ```
 */
export function getArtifacts(): Promise<Artifacts> {
  return compile({ cacheDir: join(import.meta.dirname, '../../../.cache/devnet') })
}
