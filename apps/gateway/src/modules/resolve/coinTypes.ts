import type { CaipNetworkId } from '@portico/protocol'
import { namespaceOf } from '../../chains/namespaceRules.ts'

const ethereum = 60
const evmBit = 0x8000_0000
const bitcoinMainnet = '000000000019d6689c085ae165831e93'

/**
 * Returns the coin types under which a name may have its address on a network, in order of preference: on EVM networks that of
 * the network (ENSIP-11), then that of Ethereum. Empty if there is none: ENSIP-9 has no coin types for Bitcoin's test networks.
 *
 * @see https://docs.ens.domains/ensip/11
 */
export function coinTypes(chain: CaipNetworkId): readonly number[] {
  const reference = chain.slice(chain.indexOf(':') + 1)
  const namespace = namespaceOf(chain)
  if (namespace === 'solana') return [501]
  if (namespace === 'bip122') return reference === bitcoinMainnet ? [0] : []
  if (namespace !== 'eip155' || !/^[1-9]\d{0,77}$/.test(reference)) return []
  const id = Number(reference)
  // Larger chain IDs have no coin type.
  return id === 1 || id >= evmBit ? [ethereum] : [evmBit + id, ethereum]
}
