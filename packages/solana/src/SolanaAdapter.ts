import type { Adapter, Namespace } from '@portico/core'
import { type SolanaOptions, solana } from './solana.ts'

/**
 * The Solana adapter, for the `adapters` of an application. Contains only `solana()`.
 *
 * @example
 * import { createAppKit } from '@portico/react'
 * import { solana, solanaDevnet } from '@portico/react/networks'
 * import { SolanaAdapter } from '@portico/solana'
 *
 * createAppKit({
 *   adapters: [new SolanaAdapter()],
 *   networks: [solana, solanaDevnet],
 *   projectId: 'local',
 *   gatewayUrl: 'http://localhost:4401',
 * })
 */
export class SolanaAdapter implements Adapter {
  readonly namespace: Namespace
  constructor(options: SolanaOptions = {}) {
    this.namespace = solana(options)
  }
}
