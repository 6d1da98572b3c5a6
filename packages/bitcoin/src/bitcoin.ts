import type { Namespace } from '@portico/core'
import { type CaipNetworkId, formatCaipNetworkId } from '@portico/protocol'
import { createDiscover } from './discovery/createDiscover.ts'
import { createEndpoints } from './esplora/createEndpoints.ts'

/** What `bitcoin()` and `new BitcoinAdapter()` take; all may be left out. */
export interface BitcoinOptions {
  /**
   * Base addresses of Esplora APIs by CAIP-2 id, for transfers that wallets cannot build themselves. Else the network's
   * own `rpcUrls` once the kit has used them, or the public ones of mempool.space.
   */
  esploraUrls?: Readonly<Record<CaipNetworkId, string>> | undefined
}

/**
 * The `bip122` namespace: Bitcoin wallets of the Wallet Standard, those that sit on `window` (Xverse, OKX, UniSat,
 * Leather, Phantom), and what an Esplora API tells. Connectors and `@scure/btc-signer` load on first use.
 *
 * `toNetworkId` takes the 32 hex digits of a reference, or the CAIP-2 id.
 *
 * @throws {InvalidCaipError} from `toNetworkId`, for what names no network.
 * @example
 * import { bitcoin } from '@portico/bitcoin'
 * import { createKit } from '@portico/core'
 * const kit = createKit({ adapters: [{ namespace: bitcoin() }], networks: [testnet], projectId: 'local' })
 */
export function bitcoin({ esploraUrls = {} }: BitcoinOptions = {}): Namespace {
  const endpoints = createEndpoints(esploraUrls)
  const discover = createDiscover(endpoints)
  return {
    id: 'bip122',
    discover(parameters) {
      // A wallet that can only sign may have a transfer built here before anything was read.
      for (const { caipNetworkId, chainNamespace, rpcUrls } of parameters.networks ?? [])
        if (chainNamespace === 'bip122')
          endpoints.learn({ networkId: caipNetworkId, urls: rpcUrls.default?.http ?? [] })
      return discover(parameters)
    },
    isSameAddress: (a, b) => spell(a) === spell(b),
    toNetworkId: (id) =>
      formatCaipNetworkId({ namespace: 'bip122', reference: String(id).replace(/^bip122:/, '') }),
    preload: () => void import('./connector/createConnector.ts').catch(() => {}),
    assets: async () => (await import('./assets/createAssets.ts')).createAssets(endpoints),
  }
}

/** Bech32 is one address in small and in capital letters; in Base58 the case counts. */
function spell(address: string): string {
  return /^(bc|tb|bcrt)1[0-9a-z]+$/i.test(address) ? address.toLowerCase() : address
}
