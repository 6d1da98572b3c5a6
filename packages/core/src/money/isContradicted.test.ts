import type { SimulatedMoves } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import { isContradicted } from './isContradicted.ts'

const from = '0x00000000000000000000000000000000000000Ad'
const to = '0x0000000000000000000000000000000000000b0b'
const token = '0x00000000000000000000000000000000000000CC'
const result: SimulatedMoves = {
  ...{ status: 'success', complete: true, changes: [], approvals: [] },
}
const coins = { direction: 'out', kind: 'native', amount: '5', verified: true } as const
const tokens = { ...coins, kind: 'erc20', token: token.toLowerCase() } as const
const approval = { kind: 'erc20', token, spender: to, approved: true, verified: true } as const
const coin = { from, to, amount: 5n }

describe('isContradicted', () => {
  test.each<[string, Parameters<typeof isContradicted>[0], Partial<SimulatedMoves>]>([
    ['the coins that are shown', coin, { changes: [coins] }],
    ['the tokens that are shown', { ...coin, token }, { changes: [tokens] }],
    ['logs that no balance confirms', coin, { changes: [coins, { ...tokens, verified: false }] }],
    ['something that comes in', coin, { changes: [coins, { ...tokens, direction: 'in' }] }],
    [
      'a permission that is taken back',
      coin,
      { changes: [coins], approvals: [{ ...approval, approved: false }] },
    ],
    ['a node that only says that it succeeds', coin, { complete: false }],
    [
      'the NFT that is shown',
      { from, to, amount: 1n, nft: { standard: 'erc721', contract: token, tokenId: '7' } },
      { changes: [{ ...tokens, kind: 'erc721', amount: '1', tokenId: '7' }] },
    ],
  ])('behavior: %s is what was expected', (_, transfer, part) => {
    expect(isContradicted(transfer, { ...result, ...part })).toBe(false)
  })

  test.each<[string, Parameters<typeof isContradicted>[0], Partial<SimulatedMoves>]>([
    ['that it fails', coin, { status: 'reverted' }],
    ['that more moves', coin, { changes: [{ ...coins, amount: '6' }] }],
    ['that something else moves, too', coin, { changes: [coins, tokens] }],
    ['that another token moves', { ...coin, token: to }, { changes: [tokens] }],
    ['that coins move with a token', { ...coin, token }, { changes: [tokens, coins] }],
    ['that a permission is given', coin, { changes: [coins], approvals: [approval] }],
    [
      'that another NFT moves',
      { from, to, amount: 1n, nft: { standard: 'erc721', contract: token, tokenId: '7' } },
      { changes: [{ ...tokens, kind: 'erc721', amount: '1', tokenId: '8' }] },
    ],
  ])('error: a simulation says %s', (_, transfer, part) => {
    expect(isContradicted(transfer, { ...result, ...part })).toBe(true)
  })
})
