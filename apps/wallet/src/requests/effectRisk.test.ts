import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { abi, apes, bob, carol, erc721, showCall, textOf, usdc } from '../../test/showCall.ts'
import { account } from '../../test/showTransaction.ts'

const erc721Data = parseAbi(['function safeTransferFrom(address from, address to, uint256 id, bytes data)'])
const erc1155 = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])

describe('effects that are read from the bytes', () => {
  test.each<[string, Hex, Hex, string]>([
    [
      'transferFrom of a token',
      usdc,
      encodeFunctionData({ abi, functionName: 'transferFrom', args: [account, bob, 9_000_000n] }),
      '9 USDC',
    ],
    [
      'transferFrom of an NFT',
      apes,
      encodeFunctionData({ abi, functionName: 'transferFrom', args: [account, bob, 9n] }),
      'NFT #9 (BAYC)',
    ],
    [
      'safeTransferFrom',
      apes,
      encodeFunctionData({ abi: erc721, functionName: 'safeTransferFrom', args: [account, bob, 9n] }),
      'NFT #9 (BAYC)',
    ],
    [
      'safeTransferFrom with data',
      apes,
      encodeFunctionData({
        abi: erc721Data,
        functionName: 'safeTransferFrom',
        args: [account, bob, 9n, '0x12'],
      }),
      'NFT #9 (BAYC)',
    ],
    [
      'safeTransferFrom (ERC-1155)',
      apes,
      encodeFunctionData({
        abi: erc1155,
        functionName: 'safeTransferFrom',
        args: [account, bob, 9n, 3n, '0x'],
      }),
      '3 copies of NFT #9 (BAYC)',
    ],
    [
      'safeBatchTransferFrom',
      apes,
      encodeFunctionData({
        abi: erc1155,
        functionName: 'safeBatchTransferFrom',
        args: [account, bob, [9n, 8n], [3n, 1n], '0x'],
      }),
      'NFT #8 (BAYC)',
    ],
    [
      'transferFrom inside a multicall',
      usdc,
      encodeFunctionData({
        abi,
        functionName: 'multicall',
        args: [[encodeFunctionData({ abi, functionName: 'transferFrom', args: [account, bob, 9_000_000n] })]],
      }),
      '9 USDC',
    ],
  ])('error: %s is shown, whatever the simulation says', async (_, to, data, expected) => {
    for (const simulation of [{}, undefined, { complete: false }]) {
      const { facts } = await showCall(to, data, { simulation })
      expect(facts).toContainEqual({ label: 'You send now', value: expected, kind: 'out' })
    }
  })

  test('error: an NFT that is sent is high risk', async () => {
    const data = encodeFunctionData({
      abi: erc721,
      functionName: 'safeTransferFrom',
      args: [account, bob, 9n],
    })
    const description = await showCall(apes, data)
    expect(description).toMatchObject({ title: 'Send NFT #9 (BAYC)', risk: 'high' })
  })

  test('behavior: what a simulation confirms is shown once', async () => {
    const data = encodeFunctionData({
      abi: erc721,
      functionName: 'safeTransferFrom',
      args: [account, bob, 9n],
    })
    const changes = [
      {
        direction: 'out',
        kind: 'erc721',
        token: apes,
        tokenId: '9',
        amount: '1',
        verified: true,
        symbol: 'BAYC',
      },
    ] as const
    const { facts } = await showCall(apes, data, { simulation: { changes: [...changes] } })
    expect(facts.filter(({ label }) => label === 'You send now')).toEqual([
      { label: 'You send now', value: 'NFT #9 (BAYC)', kind: 'out' },
    ])
  })

  test('behavior: what is moved for another account is named so', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args: [carol, bob, 9_000_000n] })
    const description = await showCall(usdc, data)
    expect(description.title).toBe('Move 9 USDC of another account')
    expect(textOf(description)).toContain(
      `Moves now, from another account: 9 USDC\nOwner, not you: ${carol}\nTo: ${bob}`,
    )
    expect(description.facts).toContainEqual({ label: 'Now', value: 'you send nothing but the fee' })
  })
})
