import { type CaipNetworkId, RpcError, rpcErrorCodes } from '@portico/protocol'

/** Creates the error 4902: the session does not include a chain and the wallet did not add it. */
export function chainNotSharedError(networkId: CaipNetworkId): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.unrecognizedChain,
    message: 'The wallet does not share this network.',
    metaMessages: [`Network: ${networkId}`],
  })
}
