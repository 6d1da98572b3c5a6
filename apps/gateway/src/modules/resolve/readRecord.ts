import { base58 } from '@scure/base'
import { bytesToHex, getAddress } from 'viem/utils'
import { scriptToAddress } from '../../chains/bitcoin/scriptToAddress.ts'

/** What a record of a name holds. `none`: it is not set. `invalid`: it is set to what is no address of its coin type. */
export type NameRecordValue = { address: string } | 'none' | 'invalid'

/**
 * Decodes the address record of a coin type (ENSIP-9, ENSIP-11): 60 and those of EVM networks, 501 for Solana, 0 for Bitcoin. The
 * zero address counts as not set.
 *
 * @see https://docs.ens.domains/ensip/9
 */
export function readRecord({ coinType, bytes }: { coinType: number; bytes: Uint8Array }): NameRecordValue {
  if (bytes.every((byte) => byte === 0)) return bytes.length > 64 ? 'invalid' : 'none'
  if (coinType === 0) {
    const address = scriptToAddress(bytes)
    return address === undefined ? 'invalid' : { address }
  }
  if (coinType === 501) return bytes.length === 32 ? { address: base58.encode(bytes) } : 'invalid'
  return bytes.length === 20 ? { address: getAddress(bytesToHex(bytes)) } : 'invalid'
}
