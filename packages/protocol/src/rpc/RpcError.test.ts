import { describe, expect, test } from 'vitest'
import { RpcError, rpcErrorCodes } from '../index.ts'

describe('RpcError', () => {
  test('behavior: the message has the code, and data is kept', () => {
    const error = new RpcError({ rpcCode: rpcErrorCodes.limitExceeded, data: { retryAfterMs: 5 } })
    expect(error).toMatchInlineSnapshot(`
      [RpcError: The RPC request failed.

      RPC code: -32005]
    `)
    expect(error.code).toBe('rpc-error')
    expect(error.rpcCode).toBe(-32005)
    expect(error.data).toEqual({ retryAfterMs: 5 })
  })

  test('param: message, cause', () => {
    const cause = new Error('x')
    const error = new RpcError({ rpcCode: 4001, message: 'Rejected.', cause })
    expect(error.shortMessage).toBe('Rejected.')
    expect(error.cause).toBe(cause)
  })
})
