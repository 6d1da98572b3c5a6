import { type Namespace, reportWithoutEffect } from '@portico/core'
import { type CaipNetworkId, formatCaipNetworkId } from '@portico/protocol'
import { createDiscover } from './discovery/createDiscover.ts'
import { createEndpoints } from './esplora/createEndpoints.ts'

/** Bundlers put `'development'` or `'production'` in place of `process.env.NODE_ENV`. */
declare const process: { env: { NODE_ENV?: string } }

/** Options of `bitcoin()` and `new BitcoinAdapter()`. */
export interface BitcoinOptions {
  /**
   * Base URLs of Esplora APIs by CAIP-2 ID, used to build and broadcast transactions. Default: the first of
   * the network's `rpcUrls`, or mempool.space's public API if there is none.
   */
  esploraUrls?: Readonly<Record<CaipNetworkId, string>> | undefined
  /**
   * Accepted for projects that come from AppKit. Not used: the project ID is an option of `createAppKit`.
   * Default: none.
   */
  projectId?: string | undefined
  /** @deprecated No effect: transfers need more than the unspent outputs that it fetches. Use `esploraUrls`. */
  api?: unknown
}

/**
 * Creates the `bip122` namespace: Bitcoin wallets of the Wallet Standard, wallets injected into `window` (Xverse, OKX,
 * UniSat, Leather, Phantom), and data from Esplora APIs. Connectors and `@scure/btc-signer` load on first use.
 *
 * `toNetworkId` accepts a CAIP-2 reference (32 hex digits) or a CAIP-2 ID.
 *
 * @throws {InvalidCaipError} from `toNetworkId`, for an invalid reference.
 * @example
 * import { bitcoin } from '@portico/bitcoin'
 * import { createKit } from '@portico/core'
 * import { bitcoinTestnet } from '@portico/core/networks'
 *
 * const kit = createKit({ adapters: [{ namespace: bitcoin() }], networks: [bitcoinTestnet], projectId: 'local' })
 */
export function bitcoin({ esploraUrls = {}, api }: BitcoinOptions = {}): Namespace {
  // A page without a bundler has no `process`.
  try {
    if (process.env.NODE_ENV !== 'production' && api)
      reportWithoutEffect('api', 'Use esploraUrls of the Bitcoin adapter.')
  } catch {}
  const endpoints = createEndpoints(esploraUrls)
  const discover = createDiscover(endpoints)
  return {
    id: 'bip122',
    // Inscriptions need an indexer of their own, which the gateway does not have.
    hasNfts: false,
    hasAddressPerNetwork: true,
    discover(parameters) {
      // Register the URLs now: a transfer may have to be built before any balance is read.
      for (const { caipNetworkId, chainNamespace, rpcUrls } of parameters.networks ?? [])
        if (chainNamespace === 'bip122')
          endpoints.registerUrls({ networkId: caipNetworkId, urls: rpcUrls.default?.http ?? [] })
      return discover(parameters)
    },
    isSameAddress: (a, b) => normalizeAddress(a) === normalizeAddress(b),
    toNetworkId: (id) =>
      formatCaipNetworkId({ namespace: 'bip122', reference: String(id).replace(/^bip122:/, '') }),
    preload: () => void import('./connector/createConnector.ts').catch(() => {}),
    assets: async () => (await import('./assets/createAssets.ts')).createAssets(endpoints),
    transfers: async () => (await import('./transfers/createTransfers.ts')).createTransfers(endpoints),
  }
}

/** Lowercases Bech32 addresses, which are case-insensitive. Base58 addresses are case-sensitive. */
function normalizeAddress(address: string): string {
  return /^(bc|tb|bcrt)1[0-9a-z]+$/i.test(address) ? address.toLowerCase() : address
}
