import { RpcError, rpcErrorCodes } from '@portico/protocol'

/**
 * A chain as a host writes it, by number or by CAIP-2, as CAIP-2.
 *
 * @throws {RpcError} 4902 for anything but an EVM chain: the wallet has keys for no other
 */
export function toCaipNetworkId(chainId: string | number): string {
  const id = typeof chainId === 'number' || /^\d+$/.test(chainId) ? `eip155:${chainId}` : chainId
  if (!/^eip155:[1-9]\d{0,15}$/.test(id))
    throw new RpcError({
      rpcCode: rpcErrorCodes.unrecognizedChain,
      message: 'This wallet knows EVM networks only.',
    })
  return id
}
