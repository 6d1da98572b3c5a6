import { type Namespace, reportWithoutEffect } from '@portico/core'
import { formatCaipNetworkId } from '@portico/protocol'
import type { Commitment } from './Commitment.ts'
import { createDiscover } from './discovery/createDiscover.ts'

/** Bundlers put `'development'` or `'production'` in place of `process.env.NODE_ENV`. */
declare const process: { env: { NODE_ENV?: string } }

/** The `solana` namespace, with the setting that the hook of `@portico/solana/react` needs. */
export interface SolanaNamespace extends Namespace {
  readonly commitment: Commitment
  readonly connectionSettings: ConnectionSettings
}

/** Options of {@link solana}; all are optional. */
export interface SolanaOptions {
  /**
   * Wallet Standard wallets that do not register themselves, listed before registered wallets, and wallet
   * adapters (`new PhantomWalletAdapter()`), listed after them unless a wallet of the same name has
   * registered. Default: none.
   */
  wallets?: readonly object[] | undefined
  /**
   * The commitment for reads and for waiting for transactions. Default: `confirmed`. Other settings of a `ConnectionConfig` of
   * `@solana/web3.js` apply to the connection of `useAppKitConnection`.
   */
  connectionSettings?: Commitment | ConnectionSettings | undefined
  /** @deprecated No effect: installed wallets register themselves, and the kit registers none for other libraries. */
  registerWalletStandard?: boolean | undefined
}

/** Settings of connections: the commitment, and others that `@solana/web3.js` defines. */
export interface ConnectionSettings {
  commitment?: Commitment | undefined
  [setting: string]: unknown
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
  connectionSettings: given = 'confirmed',
  registerWalletStandard,
}: SolanaOptions = {}): SolanaNamespace {
  const connectionSettings: ConnectionSettings = typeof given === 'string' ? { commitment: given } : given
  const { commitment = 'confirmed' } = connectionSettings
  // A page without a bundler has no `process`.
  try {
    if (process.env.NODE_ENV !== 'production' && registerWalletStandard)
      reportWithoutEffect('registerWalletStandard', 'Installed wallets register themselves.')
  } catch {}
  return {
    id: 'solana',
    commitment,
    connectionSettings,
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
