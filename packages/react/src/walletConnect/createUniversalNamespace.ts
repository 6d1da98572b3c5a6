import type { Namespace } from '@portico/core'
import { formatCaipNetworkId, type NamespaceId } from '@portico/protocol'

/** The traits of accounts, as the packages of the namespaces define them. */
const traits: Readonly<
  Record<NamespaceId, Pick<Namespace, 'hasNames' | 'hasNfts' | 'hasOneClickAuth' | 'hasAddressPerNetwork'>>
> = {
  eip155: { hasNames: true, hasOneClickAuth: true },
  solana: {},
  bip122: { hasNfts: false, hasAddressPerNetwork: true },
}

/**
 * Creates a namespace without its package, for an application without adapters: no wallet discovery, and no balances
 * but those of the gateway.
 *
 * `toNetworkId` accepts a CAIP-2 ID, its reference, or a chain ID as a number or in hexadecimal.
 *
 * @throws {InvalidCaipError} from `toNetworkId`, for anything else.
 */
export function createUniversalNamespace(id: NamespaceId): Namespace {
  return {
    id,
    ...traits[id],
    discover({ onConnectors }) {
      onConnectors([])
      return () => {}
    },
    isSameAddress: (a, b) => normalizeAddress(a) === normalizeAddress(b),
    toNetworkId(network) {
      const text = String(network).replace(`${id}:`, '')
      const reference = /^0x[\da-f]{1,12}$/i.test(text) ? Number(text) : text
      return formatCaipNetworkId({ namespace: id, reference })
    },
    assets: async () => (await import('./universalAssets.ts')).universalAssets,
  }
}

/** Lowercases hexadecimal and Bech32 addresses, which are case-insensitive. Base58 addresses are case-sensitive. */
function normalizeAddress(address: string): string {
  return /^(0x[\da-f]+|(bc|tb|bcrt)1[\da-z]+)$/i.test(address) ? address.toLowerCase() : address
}
