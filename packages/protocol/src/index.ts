export {
  type CaipAddress,
  type CaipAddressParts,
  formatCaipAddress,
  isCaipAddress,
  parseCaipAddress,
} from './caip/caipAddress.ts'
export {
  type CaipNetworkId,
  type CaipNetworkIdParts,
  formatCaipNetworkId,
  isCaipNetworkId,
  parseCaipNetworkId,
} from './caip/caipNetworkId.ts'
export { InvalidCaipError } from './caip/InvalidCaipError.ts'
export type { NamespaceId } from './caip/namespaceId.ts'
export { delay } from './delay.ts'
export { BaseError, type BaseErrorOptions } from './errors/BaseError.ts'
export { readProperty } from './errors/readProperty.ts'
export { fromWireError, toWireError, type WireError } from './errors/wireError.ts'
export { callJsonRpc } from './http/callJsonRpc.ts'
export { HttpStatusError } from './http/HttpStatusError.ts'
export { isRetryable } from './http/isRetryable.ts'
export type { RpcRequestConfig } from './http/RpcRequestConfig.ts'
export { readRetryAfter } from './http/readRetryAfter.ts'
export { requestInTurn } from './http/requestInTurn.ts'
export { retryRules } from './http/retryRules.ts'
export { rpcBatch } from './http/rpcBatch.ts'
export { withRetry } from './http/withRetry.ts'
export { isRecord } from './isRecord.ts'
export {
  getMethod,
  methods,
  type RpcMethod,
  type RpcMethodName,
  type RpcMethodResult,
  type RpcMethodSafety,
} from './methods.ts'
export { createNameMessage } from './names/createNameMessage.ts'
export { InvalidNameMessageError } from './names/InvalidNameMessageError.ts'
export type { NameMessage } from './names/NameMessage.ts'
export { parseNameMessage } from './names/parseNameMessage.ts'
export { requestTimeoutMs } from './requestTimeoutMs.ts'
export { classifyRpcResult, type RpcResultKind } from './rpc/classifyRpcResult.ts'
export { getRpcCode } from './rpc/getRpcCode.ts'
export { isUserRejection } from './rpc/isUserRejection.ts'
export { ProviderRpcError } from './rpc/ProviderRpcError.ts'
export { RpcError, type RpcErrorParameters } from './rpc/RpcError.ts'
export { type RpcErrorCode, rpcErrorCodes } from './rpc/rpcErrorCodes.ts'
export { toRpcError } from './rpc/toRpcError.ts'
export { parseIcon } from './wallets/parseIcon.ts'
export { parseName } from './wallets/parseName.ts'
