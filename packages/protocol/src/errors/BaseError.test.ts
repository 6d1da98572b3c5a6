import { describe, expect, test } from 'vitest'
import { BaseError } from '../index.ts'

class ChainNotSupportedError extends BaseError {
  override name = 'ChainNotSupportedError'
  static override code = 'chain-not-supported'
  constructor({ network, cause }: { network: string; cause?: unknown }) {
    super('Chain is not supported.', {
      cause,
      metaMessages: [`Network: ${network}`],
      docsPath: '/networks',
      details: 'Only two networks are set up.',
    })
  }
}

describe('BaseError', () => {
  test('behavior: composes the message', () => {
    expect(new ChainNotSupportedError({ network: 'eip155:5' })).toMatchInlineSnapshot(`
      [ChainNotSupportedError: Chain is not supported.

      Network: eip155:5

      Docs: /networks

      Details: Only two networks are set up.]
    `)
    expect(new BaseError('One sentence.').message).toBe('One sentence.')
  })

  test('behavior: the code is that of the class', () => {
    expect(new ChainNotSupportedError({ network: 'x' }).code).toBe('chain-not-supported')
    expect(ChainNotSupportedError.code).toBe('chain-not-supported')
    expect(new BaseError('x').code).toBe('unknown')
    class Child extends ChainNotSupportedError {}
    expect(new Child({ network: 'x' }).code).toBe('chain-not-supported')
  })

  test('behavior: docsPath is the page of the code, unless the error names another one', () => {
    expect(new BaseError('x', { code: 'from-afar' }).docsPath).toBe('/errors/from-afar')
    expect(new ChainNotSupportedError({ network: 'x' }).docsPath).toBe('/networks')
  })

  test('param: code', () => {
    expect(new BaseError('x', { code: 'from-afar' }).code).toBe('from-afar')
  })

  test('param: isExact: facts and details are in their fields only', () => {
    const error = new BaseError('One sentence.', { isExact: true, metaMessages: ['a'], details: 'b' })
    expect(error).toMatchObject({ message: 'One sentence.', metaMessages: ['a'], details: 'b' })
  })

  test('behavior: has its options as properties', () => {
    const error = new ChainNotSupportedError({ network: 'eip155:5' })
    expect(error.shortMessage).toBe('Chain is not supported.')
    expect(error.details).toBe('Only two networks are set up.')
    expect(error.docsPath).toBe('/networks')
    expect(error.metaMessages).toEqual(['Network: eip155:5'])
    expect(error).toBeInstanceOf(Error)
  })

  test('behavior: walk finds the deepest cause, or the first that matches', () => {
    const root = new TypeError('root')
    const middle = new ChainNotSupportedError({ network: 'x', cause: root })
    const top = new BaseError('top', { cause: middle })
    expect(top.walk()).toBe(root)
    expect(top.walk((error) => error instanceof ChainNotSupportedError)).toBe(middle)
    expect(top.walk((error) => error instanceof BaseError)).toBe(top)
    expect(top.walk((error) => error instanceof RangeError)).toBeNull()
    expect(new BaseError('alone').walk()).toBeInstanceOf(BaseError)
  })

  test('behavior: walk ends at circular causes', () => {
    const first = new Error('first')
    const second = new Error('second', { cause: first })
    first.cause = second
    const top = new BaseError('top', { cause: first })
    expect(top.walk()).toBe(second)
    expect(top.walk(() => false)).toBeNull()
  })

  test('behavior: walk finds a cause that is not an Error', () => {
    expect(new BaseError('top', { cause: 'User rejected' }).walk()).toBe('User rejected')
  })
})
