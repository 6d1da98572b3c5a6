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
      "formatCaipAddress",
      "formatCaipNetworkId",
      "fromWireError",
      "getMethod",
      "getRpcCode",
      "isCaipAddress",
      "isCaipNetworkId",
      "isUserRejection",
      "methods",
      "parseCaipAddress",
      "parseCaipNetworkId",
      "parseIcon",
      "parseName",
      "parseNameMessage",
      "readProperty",
      "rpcErrorCodes",
      "toRpcError",
      "toWireError",
    ]
  `)
})
