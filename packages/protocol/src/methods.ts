import type { NamespaceId } from './caip/namespaceId.ts'

/**
 * How the embedded wallet handles a method: `safe` methods are executed without a prompt, `unsafe` ones wait for the
 * user's approval, `refused` ones return an error.
 */
export type RpcMethodSafety = 'safe' | 'unsafe' | 'refused'

/** The type of the result. */
export type RpcMethodResult =
  | 'transactionHash'
  | 'userOperationHash'
  | 'signature'
  | 'quantity'
  | 'data'
  | 'object'

/** An entry of the method table. */
export type RpcMethod = {
  /** Absent for unknown methods. */
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
 * The RPC methods the kit supports. The embedded wallet refuses all others. To add one: add a row here and, for an
 * `unsafe` method, its description in `apps/wallet/src/requests/`.
 */
export const methods = {
  eth_accounts: read,
  eth_blockNumber: readQuantity,
  eth_call: readData,
  // Answered by the kit without an RPC request.
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
  // Safe, because the transaction was approved when it was signed.
  eth_sendRawTransaction: { namespace: 'eip155', safety: 'safe', result: 'transactionHash' },
  eth_supportedEntryPoints: read,
  eth_syncing: read,
  eth_uninstallFilter: read,
  wallet_getAssets: read,
  wallet_getCallsStatus: read,
  wallet_getCapabilities: read,
  wallet_getGrantedExecutionPermissions: read,
  wallet_getSupportedExecutionPermissions: read,
  // Answered by the kit, which has the view of the activity; the embedded wallet's frame has none and answers 4200.
  wallet_showCallsStatus: read,

  eth_sendTransaction: { namespace: 'eip155', safety: 'unsafe', result: 'transactionHash' },
  eth_sendUserOperation: { namespace: 'eip155', safety: 'unsafe', result: 'userOperationHash' },
  eth_signTypedData_v4: sign,
  personal_sign: sign,
  // ERC-7715, in an older form and in the current one.
  wallet_grantPermissions: act,
  wallet_requestExecutionPermissions: act,
  wallet_revokeExecutionPermission: act,
  wallet_revokePermissions: act,
  wallet_sendCalls: act,
  solana_signAllTransactions: solanaSign,
  solana_signAndSendTransaction: solanaSign,
  solana_signMessage: solanaSign,
  solana_signTransaction: solanaSign,

  // For wallets connected over WalletConnect. The embedded wallet refuses them: it switches with SWITCH_NETWORK.
  wallet_addEthereumChain: walletOnly,
  wallet_switchEthereumChain: walletOnly,
} as const satisfies Record<string, RpcMethod>

/** The name of a method in the table. */
export type RpcMethodName = keyof typeof methods

const unknownMethod: RpcMethod = { safety: 'refused', result: 'object' }

/**
 * Returns the entry of a method. For unknown methods, `safety` is `refused`.
 *
 * @example
 * import { getMethod } from '@portico/protocol'
 * getMethod('personal_sign').safety // 'unsafe'
 * getMethod('eth_sign').safety // 'refused'
 */
export function getMethod(name: string): RpcMethod {
  // `hasOwn` excludes inherited properties such as `constructor`.
  return Object.hasOwn(methods, name) ? methods[name as RpcMethodName] : unknownMethod
}
