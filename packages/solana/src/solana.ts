import type { Namespace } from '@portico/core'
import { formatCaipNetworkId } from '@portico/protocol'
import { createDiscover } from './discovery/createDiscover.ts'

/** How sure a transaction must be: seen by a node, voted by two thirds, or past going back. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Options of {@link solana}; every one may be left out. */
export interface SolanaOptions {
  /** Wallets of the Wallet Standard that do not register themselves; listed before those that do. */
  wallets?: readonly object[] | undefined
  /** What is read of the chain and waited for; `confirmed` if left out. */
  connectionSettings?: Commitment | { commitment?: Commitment | undefined } | undefined
}

/**
 * The `solana` namespace: wallets that register by the Wallet Standard, and what RPC endpoints tell, in `assets`, which
 * loads on first use.
 *
 * `toNetworkId` takes `'mainnet'`, `'devnet'`, `'testnet'`, a genesis hash, or `'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'`.
 *
 * @throws {InvalidCaipError} from `toNetworkId`, for what names no network.
 * @example
 * import { createKit } from '@portico/core'
 * import { solanaDevnet } from '@portico/core/networks'
 * import { solana } from '@portico/solana'
 * const kit = createKit({ adapters: [{ namespace: solana() }], networks: [solanaDevnet], projectId: 'local' })
 */
export function solana({ wallets = [], connectionSettings = 'confirmed' }: SolanaOptions = {}): Namespace {
  const { commitment = 'confirmed' } =
    typeof connectionSettings === 'string' ? { commitment: connectionSettings } : connectionSettings
  return {
    id: 'solana',
    discover: createDiscover({ wallets, commitment }),
    // Base58 is exact: another letter case is another key.
    isSameAddress: (a, b) => a === b,
    toNetworkId(id) {
      const name = String(id).replace(/^solana:/, '')
      const reference = Object.hasOwn(references, name) ? references[name as keyof typeof references] : name
      // A genesis hash has 43 or 44 letters; its first 32 are the reference.
      const isHash = /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(reference)
      return formatCaipNetworkId({
        namespace: 'solana',
        reference: isHash ? reference.slice(0, 32) : reference,
      })
    },
    preload: () => void import('./connector/createConnector.ts').catch(() => {}),
    assets: async () => (await import('./assets/createAssets.ts')).createAssets({ commitment }),
  }
}

const references = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}
