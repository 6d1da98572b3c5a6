import type { Namespace } from '@portico/core'
import { formatCaipNetworkId } from '@portico/protocol'
import type { Commitment } from './Commitment.ts'
import { createDiscover } from './discovery/createDiscover.ts'

/** The `solana` namespace, with the setting that the hook of `@portico/solana/react` needs. */
export interface SolanaNamespace extends Namespace {
  readonly commitment: Commitment
}

/** Options of {@link solana}; all are optional. */
export interface SolanaOptions {
  /** Wallet Standard wallets that do not register themselves. Listed before registered wallets. */
  wallets?: readonly object[] | undefined
  /** The commitment for reads and for waiting for transactions. Default: `confirmed`. */
  connectionSettings?: Commitment | { commitment?: Commitment | undefined } | undefined
}

/**
 * Creates the `solana` namespace: discovery of Wallet Standard wallets, and `assets`, which reads from RPC endpoints and
 * loads on first use.
 *
 * `toNetworkId` accepts `'mainnet'`, `'devnet'`, `'testnet'`, a genesis hash, or `'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'`.
 *
 * @throws {InvalidCaipError} from `toNetworkId`, if the value does not name a network.
 * @example
 * import { createKit } from '@portico/core'
 * import { solanaDevnet } from '@portico/core/networks'
 * import { solana } from '@portico/solana'
 * const kit = createKit({ adapters: [{ namespace: solana() }], networks: [solanaDevnet], projectId: 'local' })
 */
export function solana({
  wallets = [],
  connectionSettings = 'confirmed',
}: SolanaOptions = {}): SolanaNamespace {
  const { commitment = 'confirmed' } =
    typeof connectionSettings === 'string' ? { commitment: connectionSettings } : connectionSettings
  return {
    id: 'solana',
    commitment,
    discover: createDiscover({ wallets, commitment }),
    // Base58 is case-sensitive.
    isSameAddress: (a, b) => a === b,
    toNetworkId(id) {
      const name = String(id).replace(/^solana:/, '')
      const reference = Object.hasOwn(references, name) ? references[name as keyof typeof references] : name
      // A genesis hash has 43 or 44 characters; the first 32 are the CAIP-2 reference.
      const isHash = /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(reference)
      return formatCaipNetworkId({
        namespace: 'solana',
        reference: isHash ? reference.slice(0, 32) : reference,
      })
    },
    embedded: async () => (await loadParts()).embedded({ commitment }),
    preload: () => void import('./connector/createConnector.ts').catch(() => {}),
    assets: async () => (await loadParts()).assets({ commitment }),
    transfers: async () => (await loadParts()).transfers({ commitment }),
    swaps: async () => (await loadParts()).swaps({ commitment }),
  }
}

const references = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}

const loadParts = async () => (await import('./lazyParts.ts')).lazyParts
