import { type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import { namespaceOf, namespaceRules } from '../../chains/namespaceRules.ts'

/** How an API writes "the network's coin" in place of a token's address. */
const coins = new Set(['', 'native', '0x0000000000000000000000000000000000000000'])

/**
 * Reads network and token of an asset; undefined if either is not of a supported namespace. `token` undefined is the coin.
 */
export function readAsset({
  chain,
  address,
}: {
  chain: string
  address: string | null | undefined
}): { chain: CaipNetworkId; token: string | undefined } | undefined {
  const namespace = namespaceOf(chain)
  if (!namespace || !isCaipNetworkId(chain)) return undefined
  const text = (address ?? '').trim()
  const rules = namespaceRules[namespace]
  if (coins.has(text.toLowerCase()) || text.toLowerCase() === rules.coinAddress.toLowerCase())
    return { chain, token: undefined }
  // Bitcoin has no tokens here: an address in their place is something else.
  const token = namespace === 'bip122' ? undefined : rules.readAddress(text)
  return token === undefined ? undefined : { chain, token }
}
