import { describe, expect, test } from 'vitest'
import { findSwapToken } from './findSwapToken.ts'
import type { SwapToken } from './SwapToken.ts'

const token = (address: string | undefined, symbol: string, isListed = true): SwapToken => ({
  ...{ token: address, symbol, name: symbol, decimals: 18, isListed },
})
const tokens = [
  token('0xFake', 'USD', false),
  token('0xAA', 'USD'),
  token('0xBB', 'USD'),
  token(undefined, 'ETH'),
]
const find = (asked: string, held: string[] = []) => findSwapToken({ tokens, asked, held: new Set(held) })

describe('findSwapToken', () => {
  test('behavior: by symbol, only listed tokens, those that the account holds first', () => {
    expect(find('usd')?.token).toBe('0xAA')
    expect(find('USD', ['0xbb', '0xfake'])?.token).toBe('0xBB')
    expect(find('eth')).toBe(tokens[3])
    expect(find('BTC')).toBeUndefined()
  })

  test('behavior: by address, in any case, also an unlisted one', () => {
    expect(find(' 0xfake ')).toBe(tokens[0])
    expect(find('0xcc')).toBeUndefined()
  })
})
