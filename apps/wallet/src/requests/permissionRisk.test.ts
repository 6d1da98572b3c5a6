import { encodeFunctionData, maxUint256, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  abi,
  apes,
  bob,
  carol,
  erc721,
  obscure,
  permit2,
  permit2Abi,
  showCall,
  signature,
  textOf,
  usdc,
  usdcCall,
} from '../../test/showCall.ts'
import { account } from '../../test/showTransaction.ts'
import type { Description } from '../approve/Description.ts'

const permits = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const daiPermits = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])
const permit2Batch = parseAbi([
  'function transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
])
const permit2Single = parseAbi([
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
])
const maxUint160 = 2n ** 160n - 1n
const word = `0x${'11'.repeat(32)}` as const

describe('permissions', () => {
  test.each<[string, () => Promise<Description>, RegExp]>([
    [
      'Permit2.approve without a limit',
      () =>
        showCall(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'approve',
            args: [usdc, bob, maxUint160, 2 ** 48 - 1],
          }),
        ),
      /Let someone take all your USDC[\s\S]*Can be taken later: all your USDC, also what you get in future\nSpender: 0x7099.*\nPermission ends: never[\s\S]*Token: 0xA0b8[\s\S]*no limit/,
    ],
    [
      'Permit2.permit',
      () =>
        showCall(
          permit2,
          encodeFunctionData({
            abi: permit2Single,
            functionName: 'permit',
            args: [
              account,
              {
                details: { token: usdc, amount: maxUint160, expiration: 1_900_000_000, nonce: 0 },
                spender: bob,
                sigDeadline: 1n,
              },
              signature,
            ],
          }),
        ),
      /Let someone take all your USDC[\s\S]*Permission ends: 2030-03-17 17:46 UTC/,
    ],
    [
      'Permit2.permit for several tokens',
      () =>
        showCall(
          permit2,
          encodeFunctionData({
            abi: permit2Batch,
            functionName: 'permit',
            args: [
              account,
              {
                details: [
                  { token: usdc, amount: maxUint160, expiration: 1, nonce: 0 },
                  { token: obscure, amount: 5n, expiration: 1, nonce: 0 },
                ],
                spender: bob,
                sigDeadline: 1n,
              },
              signature,
            ],
          }),
        ),
      /Let someone take all your USDC and up to 0\.000000000000000005 OBS[\s\S]*all your USDC[\s\S]*0\.000000000000000005 OBS/,
    ],
    [
      'Permit2.transferFrom',
      () =>
        showCall(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'transferFrom',
            args: [account, bob, 500_000_000n, usdc],
          }),
        ),
      /Send 500 USDC[\s\S]*You send now: 500 USDC[\s\S]*To: 0x7099/,
    ],
    [
      'Permit2.transferFrom, several',
      () =>
        showCall(
          permit2,
          encodeFunctionData({
            abi: permit2Batch,
            functionName: 'transferFrom',
            args: [
              [
                { from: account, to: bob, amount: 500_000_000n, token: usdc },
                { from: account, to: carol, amount: 1n, token: obscure },
              ],
            ],
          }),
        ),
      /Send 500 USDC and 0\.000000000000000001 OBS to 2 recipients[\s\S]*You send now: 500 USDC\nTo: 0x7099.*\nYou send now: 0\.000000000000000001 OBS\nTo \(new to you\): 0x3C44/,
    ],
    [
      'Permit2.permitTransferFrom',
      () =>
        showCall(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'permitTransferFrom',
            args: [
              { permitted: { token: usdc, amount: maxUint256 }, nonce: 0n, deadline: 1n },
              { to: bob, requestedAmount: 500_000_000n },
              account,
              signature,
            ],
          }),
        ),
      /Send 500 USDC/,
    ],
    [
      'a Permit2 function of another contract',
      () =>
        showCall(
          usdc,
          encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [usdc, bob, 1n, 1] }),
        ),
      /cannot read what this call does \(function 0x87517c45 of/,
    ],
    [
      'a token function of Permit2',
      () => showCall(permit2, encodeFunctionData({ abi, functionName: 'approve', args: [bob, 1n] })),
      /cannot read what this call does \(function 0x095ea7b3 of/,
    ],
    [
      'permit (ERC-2612)',
      () =>
        showCall(
          usdc,
          encodeFunctionData({
            abi: permits,
            functionName: 'permit',
            args: [account, bob, maxUint256, 1n, 27, word, word],
          }),
        ),
      /Let someone take all your USDC[\s\S]*no limit/,
    ],
    [
      'permit (DAI)',
      () =>
        showCall(
          usdc,
          encodeFunctionData({
            abi: daiPermits,
            functionName: 'permit',
            args: [account, bob, 0n, 0n, true, 27, word, word],
          }),
        ),
      /Let someone take all your USDC[\s\S]*no limit/,
    ],
    [
      'permit of an NFT',
      () =>
        showCall(
          apes,
          encodeFunctionData({ abi: erc721, functionName: 'permit', args: [bob, 5n, 1n, 27, word, word] }),
        ),
      /Let someone take NFT #5 \(BAYC\)/,
    ],
    [
      'increaseAllowance without a limit',
      () => usdcCall('increaseAllowance', maxUint256),
      /all your USDC[\s\S]*no limit/,
    ],
    [
      'setApprovalForAll',
      () => showCall(apes, encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [bob, true] })),
      /Let someone take all your NFTs of BAYC[\s\S]*all your NFTs of this collection until you revoke it, without paying/,
    ],
    [
      'approve of an NFT',
      () => showCall(apes, encodeFunctionData({ abi, functionName: 'approve', args: [bob, 7_000_000n] })),
      /Let someone take NFT #7000000 \(BAYC\)\n[\s\S]*Can be taken later: NFT #7000000 \(BAYC\)\nSpender/,
    ],
    [
      'approve of NFT 0, which takes nothing back',
      () => showCall(apes, encodeFunctionData({ abi, functionName: 'approve', args: [bob, 0n] })),
      /Let someone take NFT #0 \(BAYC\)/,
    ],
  ])('error: high: %s', async (_, describeIt, expected) => {
    const description = await describeIt()
    expect(textOf(description)).toMatch(expected)
    expect(description.risk).toBe('high')
  })

  test('behavior: taking back the permission for an NFT', async () => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [zeroAddress, 5n] })
    const description = await showCall(apes, data)
    expect(description.title).toBe('Revoke the permission to take NFT #5 (BAYC)')
    expect(description.facts).toContainEqual({
      label: 'Revokes',
      value: 'the permission to take NFT #5 (BAYC)',
    })
  })

  test('behavior: a permission of another account', async () => {
    const args = [carol, bob, 5_000_000n, 1n, 27, word, word] as const
    const description = await showCall(
      usdc,
      encodeFunctionData({ abi: permits, functionName: 'permit', args }),
    )
    expect(textOf(description)).toContain(
      `Can be taken later: up to 5 USDC in total\nOwner, not you: ${carol}\nSpender: ${bob}`,
    )
  })
})
