import { RpcError } from '@portico/protocol'
import { encodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { abi, bob, known, nft, showCall, textOf, usd } from '../../test/showCall.ts'
import type { ScriptedContract } from '../../test/showTransaction.ts'

const odd = '0x1f9090aaE28b8a3dCeaDf281B0F12828e676c326'

describe('a contract of an unknown kind', () => {
  const reverted = new RpcError({ rpcCode: -32000, message: 'execution reverted' })
  const approve = (contract: ScriptedContract, amount = 5_000_000n) =>
    showCall(odd, encodeFunctionData({ abi, functionName: 'approve', args: [bob, amount] }), {
      contracts: { [odd]: contract },
      known: [...known, odd],
    })
  const isUnclear = /Could not find out whether this contract is a token or a collection of NFTs/

  test.each<[string, ScriptedContract]>([
    ['no answer', { ...usd, supports: new Error('timeout') }],
    ['an error of the node', { ...usd, supports: new RpcError({ rpcCode: -32005, message: 'rate limit' }) }],
    ['both a token and a collection', { ...usd, supports: { '0x80ac58cd': true } }],
    ['yes to everything', { ...nft, supports: { '0x80ac58cd': true, '0xffffffff': true } }],
    ['a number instead of yes or no', { ...usd, supports: { '0x80ac58cd': `0x${'2'.padStart(64, '0')}` } }],
    ['neither a token nor a collection', { symbol: 'CK' }],
  ])('error: %s: high, and said', async (_, contract) => {
    for (const amount of [5_000_000n, 0n]) {
      const description = await approve(contract, amount)
      expect(description.risk).toBe('high')
      expect(textOf(description)).toMatch(isUnclear)
      expect(description.title).toMatch(
        amount
          ? /^Let someone take up to 5(,000,000 smallest units of)? .+, or NFT #5000000/
          : /^Change a permission: it ends one, or gives NFT #0 .+$/,
      )
    }
  })

  test.each<[string, ScriptedContract, string]>([
    ['a token that reverts', { ...usd, supports: reverted }, 'Let someone take up to 5 USDC'],
    [
      'a token whose fallback function returns nothing',
      { ...usd, supports: { '0x80ac58cd': '0x', '0xffffffff': '0x' } },
      'Let someone take up to 5 USDC',
    ],
    ['a token that says no', { ...usd, supports: {} }, 'Let someone take up to 5 USDC'],
    ['a collection', nft, 'Let someone take NFT #5000000 (BAYC)'],
    ['a collection with 0 decimals', { ...nft, decimals: 0 }, 'Let someone take NFT #5000000 (BAYC)'],
  ])('behavior: %s is recognised', async (_, contract, title) => {
    const description = await approve(contract)
    expect(description.title).toBe(title)
    expect(textOf(description)).not.toMatch(isUnclear)
  })
})
