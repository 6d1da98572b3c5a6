import { getMethod, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'
import { toCaipNetworkId } from './toCaipNetworkId.ts'

/** Handlers for JSON-RPC requests. Methods that the method table does not allow are refused here. */
export function rpcHandlers({
  account,
  network,
  requests,
}: FrameServices): Pick<Handlers, 'RPC_REQUEST' | 'RPC_ABORT'> {
  let aborts = 0

  return {
    async RPC_REQUEST({ method, params, chainId, chainNamespace }, { id }) {
      const { safety, namespace } = getMethod(method)
      if (safety === 'refused')
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: 'Requested RPC call is not allowed',
        })
      const before = aborts
      await account.resume()
      // Aborted while the session was being resumed.
      if (aborts !== before && safety === 'unsafe')
        throw new RpcError({ rpcCode: rpcErrorCodes.userRejected, message: 'Request was aborted' })
      if (!account.isConnected())
        throw new RpcError({ rpcCode: rpcErrorCodes.unauthorized, message: 'This page is not connected.' })
      const current = () => network.get(chainNamespace ?? (namespace === 'solana' ? 'solana' : 'eip155'))
      const on = chainId === undefined ? current() : toCaipNetworkId(chainId)
      if (chainNamespace !== undefined && !on.startsWith(`${chainNamespace}:`))
        throw new RpcError({
          rpcCode: rpcErrorCodes.invalidParams,
          message: 'The network is not one of the namespace: correct `chainId` or `chainNamespace`.',
        })
      return requests().handle({ id, method, params, chainId: on })
    },
    RPC_ABORT() {
      aborts += 1
      if (account.isConnected()) requests().abortUnsafe()
      return {}
    },
  }
}
