import type { NameRecord } from '@portico/core'
import { base58, hex } from '@scure/base'

/**
 * Returns the record of an ENS name that has an address on Solana.
 *
 * @see https://docs.ens.domains/ensip/9
 */
export function toNameRecord({ address }: { address: string }): NameRecord {
  return { coinTypes: [501], bytes: `0x${hex.encode(base58.decode(address))}` }
}
