import { classifyRpcResult, getMethod, ProviderRpcError, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { EmbeddedNamespace, RpcClient } from '../namespace.ts'

/** The `eip155` accounts of the embedded wallet, with an EIP-1193 provider. */
export const evmEmbedded: EmbeddedNamespace = {
  isAddress: (address) => /^0x[0-9a-fA-F]{40}$/.test(address),
  createProvider({ getAddress, getNetworkId, request, onTransaction }) {
    async function handle({ method, params }: Parameters<RpcClient['request']>[0]): Promise<unknown> {
      const address = getAddress()
      // Answered without a message to the frame: every library asks for these first.
      if (method === 'eth_chainId') return `0x${Number(getNetworkId().split(':')[1]).toString(16)}`
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return address ? [address] : []
      // Capture the network now; it may change before the visitor approves.
      const networkId = getNetworkId()
      const response = await request({ method, params })
      const { result, safety } = getMethod(method)
      const isTransaction = safety === 'unsafe' && result === 'transactionHash'
      if (isTransaction && typeof response === 'string' && classifyRpcResult(response) === 'transactionHash')
        onTransaction(response, networkId)
      return response
    }

    const provider: RpcClient = {
      request: (call) =>
        handle(call).catch((error: unknown) => {
          throw new ProviderRpcError(error)
        }),
    }
    return {
      provider,
      async signMessage({ message, address }) {
        const bytes = new TextEncoder().encode(message)
        const hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
        const signature = await provider.request({ method: 'personal_sign', params: [hex, address] })
        if (typeof signature !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(signature))
          throw new RpcError({
            rpcCode: rpcErrorCodes.internalError,
            message: 'The wallet returned an invalid signature.',
          })
        return signature
      },
    }
  },
}
