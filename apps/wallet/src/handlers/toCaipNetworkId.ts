import { RpcError, rpcErrorCodes } from '@portico/protocol'

/**
 * Converts a chain ID from a host page, a number or CAIP-2, to CAIP-2.
 *
 * @throws {RpcError} 4902 for anything but the ID of an EVM or Solana network
 */
export function toCaipNetworkId(chainId: string | number): string {
  const id = typeof chainId === 'number' || /^\d+$/.test(chainId) ? `eip155:${chainId}` : chainId
  if (!/^(?:eip155:[1-9]\d{0,15}|solana:[1-9A-HJ-NP-Za-km-z]{32})$/.test(id))
    throw new RpcError({
      rpcCode: rpcErrorCodes.unrecognizedChain,
      message: 'This wallet supports EVM and Solana networks only.',
    })
  return id
}
