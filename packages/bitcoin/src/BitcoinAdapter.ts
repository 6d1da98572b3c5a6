import type { Adapter, Namespace } from '@portico/core'
import { type BitcoinOptions, bitcoin } from './bitcoin.ts'

/**
 * The Bitcoin adapter that an application passes in `adapters`. Wraps `bitcoin(options)`.
 *
 * @example
 * import { BitcoinAdapter } from '@portico/bitcoin'
 * import { createAppKit } from '@portico/react'
 * import { bitcoin } from '@portico/react/networks'
 *
 * createAppKit({ adapters: [new BitcoinAdapter()], networks: [bitcoin], projectId: 'local' })
 */
export class BitcoinAdapter implements Adapter {
  readonly namespace: Namespace
  constructor(options: BitcoinOptions = {}) {
    this.namespace = bitcoin(options)
  }
}
