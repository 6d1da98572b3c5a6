import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUserRejection, RpcError } from '../index.ts'

describe('isUserRejection', () => {
  test.each<[string, unknown]>([
    ['EIP-1193', { code: 4001, message: 'x' }],
    ['CAIP-25', { code: 5000 }],
    ['our own error', new RpcError({ rpcCode: 4001 })],
    ['ethers', { code: 'ACTION_REJECTED' }],
    ['inside data.originalError', { code: -32603, data: { originalError: { code: 4001 } } }],
    ['inside a cause', new Error('request failed', { cause: new Error('x', { cause: { code: 4001 } }) })],
    ['below another code', { code: -32000, cause: { code: 4001 } }],
    ['a text', 'User rejected the request'],
    ['words without a code', new Error('MetaMask Tx Signature: User denied transaction signature.')],
    ['words with another code', { code: -32603, message: 'Transaction was rejected by user' }],
    ['cancelled', 'Cancelled by User'],
    ['canceled', { message: 'User canceled' }],
    ['has rejected', { message: 'The user has rejected the request' }],
  ])('behavior: yes for %s', (_, error) => {
    expect(isUserRejection(error)).toBe(true)
  })

  test.each<[string, unknown]>([
    ['unauthorized', { code: 4100, message: 'Not authorized' }],
    ['a rejection by the node', { code: -32003, message: 'Transaction rejected' }],
    ['a message that contains "user" but is no rejection', new Error('The user name was not found')],
    ['superuser', 'superuser rejected'],
    ['nothing', undefined],
    ['null', null],
    ['a number', 4001],
    ['an empty object', {}],
  ])('behavior: no for %s', (_, error) => {
    expect(isUserRejection(error)).toBe(false)
  })

  test('error: objects whose properties throw', () => {
    const no = () => {
      throw new Error('touched')
    }
    expect(isUserRejection(new Proxy({}, { get: no, getPrototypeOf: no }))).toBe(false)
    const half = {
      get code() {
        return no()
      },
      message: 'User rejected',
    }
    expect(isUserRejection(half)).toBe(true)
    fc.assert(fc.property(fc.anything(), (value) => typeof isUserRejection(value) === 'boolean'))
  })
})
