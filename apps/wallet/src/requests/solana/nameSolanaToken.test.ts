import { describe, expect, test } from 'vitest'
import { stranger } from '../../../test/startSolanaScene.ts'
import { imitates, nameSolanaToken } from './nameSolanaToken.ts'

const other = stranger.toBase58()
const called = (mint: string, symbol: string) => ({
  tokens: new Map([[mint, { symbol, decimals: 9, price: undefined }]]),
})

describe('nameSolanaToken', () => {
  test.each([
    ['wSOL', 'So11111111111111111111111111111111111111112'],
    ['USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['USDT', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
    ['mSOL', 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So'],
    ['JitoSOL', 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'],
    ['bSOL', 'bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1'],
  ])('behavior: only the mint of %s has this name', (symbol, mint) => {
    expect(nameSolanaToken(mint, called(mint, 'FAKE'))).toBe(symbol)
    expect(imitates(mint, called(mint, symbol))).toBeUndefined()
    for (const copy of [symbol, symbol.toLowerCase()]) {
      expect(nameSolanaToken(other, called(other, copy))).toMatch(/^tokens of 7Np4/)
      expect(imitates(other, called(other, copy))).toBe(copy)
    }
  })

  test('behavior: other tokens have the name that they choose', () => {
    expect(nameSolanaToken(other, called(other, 'BONK'))).toBe('BONK')
    expect(imitates(other, called(other, 'BONK'))).toBeUndefined()
  })
})
