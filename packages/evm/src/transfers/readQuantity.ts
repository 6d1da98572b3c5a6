import { RpcError, rpcErrorCodes } from '@portico/protocol'

/**
 * Reads a quantity that a node has returned, such as `0x5208`.
 *
 * @throws {RpcError} −32603 if it is none, or does not fit in 256 bits
 */
export function readQuantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The endpoint returned an invalid number.',
  })
}
