import type { NameRecord, Network } from '@portico/core'
import { hex } from '@scure/base'
import { toNetworkName } from '../networks/bitcoinNetworks.ts'
import { addressScript } from '../parsing/addressScript.ts'

/**
 * Returns the record of an ENS name that has an address on Bitcoin: its output script. Test networks have no coin type.
 *
 * @see https://docs.ens.domains/ensip/9
 */
export function toNameRecord({ address, network }: { address: string; network: Network }): NameRecord {
  const name = toNetworkName(network.caipNetworkId)
  const script = (name && addressScript(address, name)) ?? new Uint8Array()
  return { coinTypes: name === 'mainnet' ? [0] : [], bytes: `0x${hex.encode(script)}` }
}
