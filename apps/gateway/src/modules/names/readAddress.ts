import { base58 } from '@scure/base'
import { bytesToHex, getAddress, type Hex, isAddress } from 'viem'

/** EVM chains other than Ethereum have their chain id in the coin type (ENSIP-11). */
const evmBit = 0x8000_0000
const ethereum = 60
const solana = 501

/** An address of a coin, as it is kept and as ENS records hold it. */
export type CoinAddress = {
  /** In lower case for EVM chains. */
  kept: string
  /** As people read it: with the EIP-55 checksum for EVM chains. */
  shown: string
  /** ENSIP-9. */
  bytes: Hex
}

/**
 * Reads an address of a coin type: 60 and those of ENSIP-11 for EVM chains, 501 for Solana.
 *
 * @returns undefined if it is no such address, or the coin is none of these.
 */
export function readAddress({
  coinType,
  address,
}: {
  coinType: number
  address: string
}): CoinAddress | undefined {
  if (coinType === ethereum || (coinType >= evmBit && coinType <= 0xffff_ffff)) {
    if (!isAddress(address, { strict: false })) return undefined
    // Mixed case is a checksum, and a wrong one is a typing error.
    const isMixed = /[a-f]/.test(address) && /[A-F]/.test(address.slice(2))
    if (isMixed && getAddress(address) !== address) return undefined
    const kept = address.toLowerCase() as Hex
    return { kept, shown: getAddress(kept), bytes: kept }
  }
  if (coinType === solana) {
    try {
      const bytes = base58.decode(address)
      return bytes.length === 32 ? { kept: address, shown: address, bytes: bytesToHex(bytes) } : undefined
    } catch {
      return undefined
    }
  }
  return undefined
}
