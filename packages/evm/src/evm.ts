import type { Namespace } from '@portico/core'
import { formatCaipNetworkId } from '@portico/protocol'
import { discover } from './discovery/discover.ts'
import { parseChainId } from './parsing/parseChainId.ts'

/**
 * Creates the `eip155` namespace: wallets that announce themselves (EIP-6963) or are in `window.ethereum`, and data
 * from RPC endpoints. viem is loaded only with `assets`, on first use.
 *
 * `toNetworkId` accepts a number, `'8453'`, `'0x2105'` or `'eip155:8453'`.
 *
 * @throws {InvalidCaipError} from `toNetworkId`, for anything that is not a chain ID.
 * @example
 * import { createKit } from '@portico/core'
 * import { mainnet } from '@portico/core/networks'
 * import { evm } from '@portico/evm'
 * const kit = createKit({ adapters: [{ namespace: evm() }], networks: [mainnet], projectId: 'local' })
 */
export function evm(): Namespace {
  return {
    id: 'eip155',
    hasNames: true,
    hasOneClickAuth: true,
    discover,
    isSameAddress: (a, b) => a.toLowerCase() === b.toLowerCase(),
    toNetworkId(id) {
      const reference = String(id).replace(/^eip155:/, '')
      return formatCaipNetworkId({ namespace: 'eip155', reference: parseChainId(reference) ?? reference })
    },
    preload: () => void import('./connector/createConnector.ts').catch(() => {}),
    getWalletBalances: async (parameters) => (await loadParts()).getWalletBalances(parameters),
    assets: async () => (await loadParts()).assets(),
    transfers: async () => (await loadParts()).transfers(),
    swaps: async () => (await loadParts()).swaps(),
    calls: async () => (await loadParts()).calls(),
  }
}

const loadParts = async () => (await import('./lazyParts.ts')).lazyParts
