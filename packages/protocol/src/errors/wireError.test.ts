import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BaseError, fromWireError, RpcError, toWireError } from '../index.ts'

class NonceUsedError extends BaseError {
  override name = 'NonceUsedError'
  static override code = 'nonce-used'
}

describe('toWireError', () => {
  test('behavior: includes code, message and details of a BaseError', () => {
    const cause = new Error('SELECT * FROM secrets')
    const error = new NonceUsedError('The nonce was used.', {
      cause,
      details: 'Ask for another.',
      metaMessages: ['x'],
    })
    expect(toWireError(error)).toEqual({
      code: 'nonce-used',
      message: 'The nonce was used.',
      details: 'Ask for another.',
    })
  })

  test('behavior: includes the code of RPC errors', () => {
    expect(toWireError(new RpcError({ rpcCode: 4001, message: 'No.', data: { secret: 1 } }))).toEqual({
      code: 'rpc-error',
      message: 'No.',
      rpcCode: 4001,
    })
  })

  test('behavior: includes only the RPC code of unknown errors', () => {
    const unknown = { code: 'unknown', message: 'An error occurred' }
    expect(toWireError(new Error('/etc/secret', { cause: new Error('key') }))).toEqual(unknown)
    expect(toWireError('User rejected 0xabc')).toEqual(unknown)
    expect(toWireError(undefined)).toEqual(unknown)
    expect(toWireError({ code: 4001, message: 'secret', stack: 'secret' })).toEqual({
      ...unknown,
      rpcCode: 4001,
    })
  })

  test('error: an object that throws on every access', () => {
    expect(toWireError(hostile())).toEqual({ code: 'unknown', message: 'An error occurred' })
  })
})

describe('fromWireError', () => {
  test('behavior: restores what toWireError returned', () => {
    const wire = { code: 'nonce-used', message: 'The nonce was used.', details: 'Ask for another.' }
    const error = fromWireError(wire)
    expect(error).toBeInstanceOf(BaseError)
    expect(toWireError(error)).toEqual(wire)
  })

  test('behavior: returns an RpcError if there is an RPC code', () => {
    const wire = { code: 'rpc-error', message: 'No.', rpcCode: 4001 }
    const error = fromWireError(wire)
    expect(error).toBeInstanceOf(RpcError)
    expect((error as RpcError).rpcCode).toBe(4001)
    expect(toWireError(error)).toEqual(wire)
  })

  test('behavior: truncates long texts', () => {
    expect(fromWireError({ code: 'x', message: 'y'.repeat(100_000) }).shortMessage).toHaveLength(2000)
  })

  test('error: any other value becomes an error', () => {
    for (const wire of [hostile(), null, 'text', 7, [], { code: 4001 }, { code: '', message: {} }]) {
      const error = fromWireError(wire)
      expect(error.code).toBe('unknown')
      expect(error.shortMessage).toBe('An error occurred')
    }
    fc.assert(fc.property(fc.anything(), (wire) => fromWireError(wire) instanceof BaseError))
  })
})

function hostile(): object {
  const no = () => {
    throw new Error('touched')
  }
  return new Proxy({}, { get: no, has: no, ownKeys: no, getPrototypeOf: no, getOwnPropertyDescriptor: no })
}
