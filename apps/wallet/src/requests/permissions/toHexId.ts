import type { Hex } from 'viem'

/** Writes the number of a CAIP-2 chain ID in hex. */
export function toHexId(chainId: string): Hex {
  return `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
}
