import { expect, test } from 'vitest'
import * as protocol from './index.ts'

test('behavior: exported names', () => {
  expect(Object.keys(protocol).sort()).toMatchInlineSnapshot(`
    [
      "BaseError",
      "HttpStatusError",
      "InvalidCaipError",
      "InvalidNameMessageError",
      "ProviderRpcError",
      "RpcError",
      "callJsonRpc",
      "classifyRpcResult",
      "createNameMessage",
      "delay",
      "formatCaipAddress",
      "formatCaipNetworkId",
      "fromWireError",
      "getMethod",
      "getRpcCode",
      "isCaipAddress",
      "isCaipNetworkId",
      "isRecord",
      "isRetryable",
      "isUserRejection",
      "methods",
      "parseCaipAddress",
      "parseCaipNetworkId",
      "parseIcon",
      "parseName",
      "parseNameMessage",
      "readProperty",
      "readRetryAfter",
      "requestInTurn",
      "requestTimeoutMs",
      "retryRules",
      "rpcBatch",
      "rpcErrorCodes",
      "toRpcError",
      "toWireError",
      "withRetry",
    ]
  `)
})
