/**
 * The error codes of JSON-RPC 2.0, EIP-1474, EIP-1193, EIP-3085, EIP-3326, CAIP-25 and EIP-5792.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1474#error-codes
 * @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 * @example
 * import { getRpcCode, rpcErrorCodes } from '@portico/protocol'
 *
 * const isTooFast = (error: unknown) => getRpcCode(error) === rpcErrorCodes.limitExceeded
 */
export const rpcErrorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  invalidInput: -32000,
  resourceNotFound: -32001,
  resourceUnavailable: -32002,
  transactionRejected: -32003,
  methodNotSupported: -32004,
  limitExceeded: -32005,
  versionNotSupported: -32006,
  userRejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  /** The wallet does not have the network; it can be added with `wallet_addEthereumChain`. */
  unrecognizedChain: 4902,
  /** The user rejected the request, in CAIP-25 and WalletConnect. */
  userRejectedSession: 5000,
  unsupportedCapability: 5700,
  unsupportedChainId: 5710,
  duplicateCallsId: 5720,
  unknownCallsId: 5730,
  callsTooLarge: 5740,
  upgradeRejected: 5750,
  atomicityNotSupported: 5760,
} as const

/** One of {@link rpcErrorCodes}. */
export type RpcErrorCode = (typeof rpcErrorCodes)[keyof typeof rpcErrorCodes]
