import { getAddress, isAddress } from 'viem'

/** The zero address and the contracts of the protocol (precompiles) have these low numbers as addresses. */
const lowest = 0xffffn

/**
 * Returns an address in its usual spelling (EIP-55). Returns undefined for anything else, for an address in mixed case whose
 * checksum is wrong, and for the zero address and precompiles.
 */
export function readAddress(text: string): string | undefined {
  return isAddress(text) && BigInt(text) > lowest ? getAddress(text) : undefined
}
