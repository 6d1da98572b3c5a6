import { base58 } from '@scure/base'
import { bytesToHex, getAddress, type Hex, isAddress } from 'viem'

/** Coin types of EVM chains other than Ethereum are this bit plus the chain ID (ENSIP-11). */
const evmBit = 0x8000_0000
const ethereum = 60
const solana = 501

/** An address of a coin in its stored, displayed and binary forms. */
export type CoinAddress = {
  /** Stored form: lower case for EVM chains. */
  stored: string
  /** Displayed form: with the EIP-55 checksum for EVM chains. */
  display: string
  /** Binary form of ENS records (ENSIP-9). */
  bytes: Hex
}

/**
 * Parses an address of a coin type: 60 and those of ENSIP-11 for EVM chains, 501 for Solana.
 *
 * @returns undefined if the address is invalid or the coin type is not supported.
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
    // Mixed case is an EIP-55 checksum; a wrong checksum indicates a typing error.
    const isMixed = /[a-f]/.test(address) && /[A-F]/.test(address.slice(2))
    if (isMixed && getAddress(address) !== address) return undefined
    const stored = address.toLowerCase() as Hex
    return { stored, display: getAddress(stored), bytes: stored }
  }
  if (coinType === solana) {
    try {
      const bytes = base58.decode(address)
      return bytes.length === 32 ? { stored: address, display: address, bytes: bytesToHex(bytes) } : undefined
    } catch {
      return undefined
    }
  }
  return undefined
}
