import { join } from 'node:path'
import { type Artifacts, compile } from './contracts/compile.ts'

export type { Artifact, Artifacts, ContractName } from './contracts/compile.ts'

/**
 * Returns the compiled contracts of the devnet by name: ABI and code. The first call in a checkout takes seconds, later
 * ones milliseconds.
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
