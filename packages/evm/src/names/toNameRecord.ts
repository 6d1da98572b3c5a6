import type { NameRecord, Network } from '@portico/core'

const ethereum = 60
const evmBit = 0x8000_0000

/**
 * Returns the record of a name that has an address on a network: that of the network, or else that of Ethereum.
 *
 * @see https://docs.ens.domains/ensip/11
 */
export function toNameRecord({ address, network }: { address: string; network: Network }): NameRecord {
  const id = Number(network.id)
  // Larger chain IDs have no coin type.
  const coinTypes = id === 1 || id >= evmBit ? [ethereum] : [evmBit + id, ethereum]
  return { coinTypes, bytes: address.toLowerCase() }
}
