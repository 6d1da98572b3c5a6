import { expect, test } from 'vitest'
import * as protocol from './index.ts'

test('behavior: exported names', () => {
  expect(Object.keys(protocol).sort()).toMatchInlineSnapshot(`
    [
      "BaseError",
      "InvalidCaipError",
      "InvalidNameMessageError",
      "ProviderRpcError",
      "RpcError",
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
      "isUserRejection",
      "methods",
      "parseCaipAddress",
      "parseCaipNetworkId",
      "parseIcon",
      "parseName",
      "parseNameMessage",
      "readProperty",
      "requestTimeoutMs",
      "rpcErrorCodes",
      "toRpcError",
      "toWireError",
    ]
  `)
})
