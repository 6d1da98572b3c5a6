import { type NamespaceAssets, pollUntil } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { createRpcClient } from './createRpcClient.ts'

/** What an application without adapters reads from RPC endpoints. */
export const universalAssets: NamespaceAssets = {
  createClient: createRpcClient,
  /** Always empty: how balances are read differs per namespace. */
  getBalances: async () => [],
  getBalance: () =>
    Promise.reject(
      new RpcError({
        rpcCode: rpcErrorCodes.unsupportedMethod,
        message: 'Balances cannot be read without the adapter of the namespace.',
      }),
    ),
  /** Waits for a receipt: over WalletConnect only wallets of `eip155` report what they sent. */
  async waitForTransaction({ hash, signal, ...endpoint }) {
    const client = createRpcClient(endpoint)
    await pollUntil({
      signal,
      firstDelayMs: 250,
      maxDelayMs: 4000,
      async isDone() {
        const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
        return typeof readProperty(receipt, 'blockNumber') === 'string'
      },
    })
  },
}
