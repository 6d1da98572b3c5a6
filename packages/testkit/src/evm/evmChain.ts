/** A chain of the wallet. */
export type EvmChain = {
  chainId: number
  /** JSON-RPC over HTTP. Without it the wallet can sign on this chain, but not read or send (4901). */
  rpcUrl?: string | undefined
  name?: string | undefined
}

/** Formats a chain id as `eth_chainId` returns it: `31337` → `0x7a69`. */
export function toChainIdHex(chainId: number): `0x${string}` {
  return `0x${chainId.toString(16)}`
}

/**
 * Parses a chain id in the format of EIP-3085 and EIP-3326: `0x` and hex digits without leading zeros.
 *
 * @returns the number, or `undefined` for anything else.
 */
export function fromChainIdHex(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[1-9a-f][0-9a-f]*$/i.test(value)) return undefined
  const chainId = Number(value)
  return Number.isSafeInteger(chainId) ? chainId : undefined
}
