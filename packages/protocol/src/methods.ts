import type { NamespaceId } from './caip/namespaceId.ts'

/**
 * What may happen when an app calls a method of the embedded wallet:
 * `safe` goes straight through, `unsafe` waits for the user's approval, `refused` is answered with an error.
 */
export type RpcMethodSafety = 'safe' | 'unsafe' | 'refused'

/** The form of the answer. */
export type RpcMethodResult =
  | 'transactionHash'
  | 'userOperationHash'
  | 'signature'
  | 'quantity'
  | 'data'
  | 'object'

/** A row of the method table. */
export type RpcMethod = {
  /** Absent for a method the table does not know. */
  namespace?: NamespaceId | undefined
  safety: RpcMethodSafety
  result: RpcMethodResult
}

const read = { namespace: 'eip155', safety: 'safe', result: 'object' } as const
const readData = { namespace: 'eip155', safety: 'safe', result: 'data' } as const
const readQuantity = { namespace: 'eip155', safety: 'safe', result: 'quantity' } as const
const sign = { namespace: 'eip155', safety: 'unsafe', result: 'signature' } as const
const act = { namespace: 'eip155', safety: 'unsafe', result: 'object' } as const
const solanaSign = { namespace: 'solana', safety: 'unsafe', result: 'object' } as const
const walletOnly = { namespace: 'eip155', safety: 'refused', result: 'object' } as const

/**
 * Every RPC method the kit knows. A method that has no row is refused by the embedded wallet.
 * To add one: a row here, and `apps/wallet/src/methods/<method>.ts`.
 */
export const methods = {
  eth_accounts: read,
  eth_blockNumber: readQuantity,
  eth_call: readData,
  // Answered by the kit itself from the stored network: no node is asked.
  eth_chainId: readQuantity,
  eth_estimateGas: readQuantity,
  eth_estimateUserOperationGas: read,
  eth_feeHistory: read,
  eth_gasPrice: readQuantity,
  eth_getAccount: read,
  eth_getBalance: readQuantity,
  eth_getBlockByHash: read,
  eth_getBlockByNumber: read,
  eth_getBlockReceipts: read,
  eth_getBlockTransactionCountByHash: readQuantity,
  eth_getBlockTransactionCountByNumber: readQuantity,
  eth_getCode: readData,
  eth_getFilterChanges: read,
  eth_getFilterLogs: read,
  eth_getLogs: read,
  eth_getProof: read,
  eth_getStorageAt: readData,
  eth_getTransactionByBlockHashAndIndex: read,
  eth_getTransactionByBlockNumberAndIndex: read,
  eth_getTransactionByHash: read,
  eth_getTransactionCount: readQuantity,
  eth_getTransactionReceipt: read,
  eth_getUncleCountByBlockHash: readQuantity,
  eth_getUncleCountByBlockNumber: readQuantity,
  eth_getUserOperationByHash: read,
  eth_getUserOperationReceipt: read,
  eth_maxPriorityFeePerGas: readQuantity,
  eth_newBlockFilter: readQuantity,
  eth_newFilter: readQuantity,
  eth_newPendingTransactionFilter: readQuantity,
  // Safe: what it sends has been signed, and so approved, before.
  eth_sendRawTransaction: { namespace: 'eip155', safety: 'safe', result: 'transactionHash' },
  eth_supportedEntryPoints: read,
  eth_syncing: read,
  eth_uninstallFilter: read,
  wallet_getAssets: read,
  wallet_getCallsStatus: read,
  wallet_getCapabilities: read,

  eth_sendTransaction: { namespace: 'eip155', safety: 'unsafe', result: 'transactionHash' },
  eth_sendUserOperation: { namespace: 'eip155', safety: 'unsafe', result: 'userOperationHash' },
  eth_signTypedData_v4: sign,
  personal_sign: sign,
  wallet_grantPermissions: act,
  wallet_revokePermissions: act,
  wallet_sendCalls: act,
  solana_signAllTransactions: solanaSign,
  solana_signAndSendTransaction: solanaSign,
  solana_signMessage: solanaSign,
  solana_signTransaction: solanaSign,

  // Sent to wallets over WalletConnect; the embedded wallet takes SWITCH_NETWORK instead and refuses them.
  wallet_addEthereumChain: walletOnly,
  wallet_switchEthereumChain: walletOnly,
} as const satisfies Record<string, RpcMethod>

/** The name of a method that has a row in the table. */
export type RpcMethodName = keyof typeof methods

const unknownMethod: RpcMethod = { safety: 'refused', result: 'object' }

/**
 * The row of a method; unknown methods are refused.
 *
 * @example
 * import { getMethod } from '@portico/protocol'
 * getMethod('personal_sign').safety // 'unsafe'
 * getMethod('eth_sign').safety // 'refused'
 */
export function getMethod(name: string): RpcMethod {
  // `hasOwn`, so that `constructor` is not a method.
  return Object.hasOwn(methods, name) ? methods[name as RpcMethodName] : unknownMethod
}
