import type { Adapter, Namespace } from '@portico/core'
import { evm } from './evm.ts'

/**
 * The adapter for Ethereum and other EVM chains, for the `adapters` option. Holds the namespace `evm()`.
 *
 * @example
 * import { EvmAdapter } from '@portico/evm'
 * import { createAppKit } from '@portico/react'
 * import { base, mainnet } from '@portico/react/networks'
 *
 * createAppKit({
 *   adapters: [new EvmAdapter()],
 *   networks: [mainnet, base],
 *   projectId: 'local',
 *   gatewayUrl: 'http://localhost:4401',
 * })
 */
export class EvmAdapter implements Adapter {
  readonly namespace: Namespace = evm()
}
