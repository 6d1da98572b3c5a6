import { encodeFunctionData, parseEther, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  abi,
  apes,
  bob,
  carol,
  contracts,
  known,
  multicall3,
  obscure,
  permit2,
  permit2Abi,
  type ShowOptions,
  showCall,
  textOf,
  usd,
  usdc,
  usdcCall,
} from '../../test/showCall.ts'
import { account, showTransaction } from '../../test/showTransaction.ts'
import type { Description } from '../approve/Description.ts'

const pay = (ether: string, options: ShowOptions = {}) =>
  showTransaction({ to: bob, value: parseEther(ether) }, { contracts, known, ...options })

describe('the risk of a transaction', () => {
  test.each<[string, () => Promise<Description>, RegExp]>([
    [
      '1,000 ETH',
      () => pay('1000', { coin: { symbol: 'ETH', price: 3000, balance: parseEther('1500') } }),
      /about \$3,000,00\d/,
    ],
    ['coins above the limit', () => pay('0.034'), /about \$102/],
    ['coins that reach the limit with the fee', () => pay('0.0333'), /about \$100/],
    [
      'coins without a price',
      () => pay('0.001', { coin: { symbol: 'XYZ', balance: parseEther('10') } }),
      /no price for ETH/,
    ],
    [
      'most of a small balance',
      () => pay('0.003', { coin: { symbol: 'ETH', price: 3000, balance: parseEther('0.004') } }),
      /75% of your ETH/,
    ],
    [
      'an unknown balance',
      () => pay('0.003', { coin: { symbol: 'ETH', price: 3000 } }),
      /Your balance of ETH could not be read/,
    ],
    ['tokens above the limit', () => usdcCall('transfer', 101_000_000n), /about \$102/],
    [
      'tokens without a price',
      () => showCall(obscure, encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1n] })),
      /no price for OBS/,
    ],
    ['an allowance of 10^15 units', () => usdcCall('approve', 10n ** 15n), /about \$1,000,000,001/],
    ['an added allowance above the limit', () => usdcCall('increaseAllowance', 101_000_000n), /about \$102/],
    [
      'an allowance above the balance',
      () =>
        usdcCall('approve', 50_000_000n, {
          contracts: { ...contracts, [usdc]: { ...usd, balance: 1_000_000n } },
        }),
      /You have only 1 USDC now/,
    ],
    [
      'an allowance of an unpriced token',
      () => showCall(obscure, encodeFunctionData({ abi, functionName: 'approve', args: [bob, 5n] })),
      /no price for OBS/,
    ],
    [
      'an unknown selector',
      () => showCall(usdc, '0x12345678'),
      /cannot read what this call does \(function 0x12345678 of/,
    ],
    [
      'an unknown selector without any effect in a simulation',
      () => showCall(usdc, encodeFunctionData({ abi, functionName: 'mint', args: [1n] })),
      /cannot read what this call does \(function 0xa0712d68 of/,
    ],
    [
      'an unknown selector inside a multicall',
      () => showCall(usdc, encodeFunctionData({ abi, functionName: 'multicall', args: [['0xdeadbeef']] })),
      /cannot read what this call does \(function 0xdeadbeef of/,
    ],
    [
      'small transfers that are large together',
      () => {
        const data = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 40_000_000n] })
        return showCall(
          usdc,
          encodeFunctionData({ abi, functionName: 'multicall', args: [[data, data, data]] }),
        )
      },
      /about \$121/,
    ],
    [
      'calls that another contract makes',
      () => {
        const callData = encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1n] })
        const args = [[{ target: usdc, allowFailure: false, callData }]] as const
        return showCall(multicall3, encodeFunctionData({ abi, functionName: 'aggregate3', args }))
      },
      /in its own name: 0xcA11bde05977b3631167028862bE2a173976CA11/,
    ],
    [
      'a simulation that takes more',
      () =>
        usdcCall('transfer', 1n, {
          simulation: {
            changes: [{ direction: 'out', kind: 'erc20', token: obscure, amount: '5', verified: true }],
          },
        }),
      /more leaves your account/,
    ],
    [
      'a simulation that takes more of the same token',
      () =>
        usdcCall('transfer', 1n, {
          simulation: {
            changes: [{ direction: 'out', kind: 'erc20', token: usdc, amount: '5', verified: true }],
          },
        }),
      /more leaves your account/,
    ],
    [
      'a permission that only a simulation shows',
      () =>
        usdcCall('transfer', 1n, {
          simulation: {
            approvals: [
              { kind: 'erc20', token: obscure, spender: carol, amount: '5', approved: true, verified: true },
            ],
          },
        }),
      /a permission that the call does not mention/,
    ],
    [
      'a price for other decimals than the contract’s',
      () =>
        usdcCall('transfer', 1_000_000n, {
          contracts: { ...contracts, [usdc]: { ...usd, pricedDecimals: 18 } },
        }),
      /no price for USDC/,
    ],
    [
      'a token with impossible decimals',
      () =>
        usdcCall('transfer', 1_000_000n, { contracts: { ...contracts, [usdc]: { ...usd, decimals: 77 } } }),
      /Of a token, .+ of its smallest units .+; of a collection, NFT #/,
    ],
    [
      'so much of a token with a large supply that it would be an allowance without a limit',
      () =>
        usdcCall('transfer', 2n ** 96n, {
          contracts: {
            ...contracts,
            [usdc]: { ...usd, symbol: 'SHIB', decimals: 18, price: 1e-5, balance: 2n ** 99n },
          },
        }),
      /about \$792,282/,
    ],
    [
      'an unwrapping above the limit',
      () => showCall(usdc, encodeFunctionData({ abi, functionName: 'withdraw', args: [101_000_000n] })),
      /about \$102/,
    ],
    [
      'a deposit at a contract that is no token, which may take tokens that it was allowed to spend',
      () => showCall(multicall3, encodeFunctionData({ abi, functionName: 'deposit' })),
      /cannot read what this call does \(function 0xd0e30db0 of/,
    ],
    [
      'a deposit at a token without a price',
      () => showCall(obscure, encodeFunctionData({ abi, functionName: 'deposit' })),
      /no price for OBS/,
    ],
    [
      'a wrapping above the limit',
      () =>
        showTransaction(
          { to: usdc, value: parseEther('1'), data: encodeFunctionData({ abi, functionName: 'deposit' }) },
          { contracts, known },
        ),
      /about \$3,001/,
    ],
    [
      'a fee above the limit',
      () =>
        showTransaction(
          { to: bob, value: 1n, gas: '0x5208', maxFeePerGas: '0x1d1a94a2000' },
          { contracts, known },
        ),
      /about \$126/,
    ],
  ])('error: high: %s', async (_, describeIt, reason) => {
    const description = await describeIt()
    expect(textOf(description)).toMatch(reason)
    expect(description.risk).toBe('high')
  })

  test.each<[string, () => Promise<Description>]>([
    ['coins below the limit', () => pay('0.03')],
    ['tokens below the limit', () => usdcCall('transfer', 99_000_000n)],
    [
      'half of the balance',
      () => pay('0.01', { coin: { symbol: 'ETH', price: 3000, balance: parseEther('0.02') } }),
    ],
    ['an allowance below the limit', () => usdcCall('approve', 99_000_000n)],
    ['an added allowance below the limit', () => usdcCall('increaseAllowance', 99_000_000n)],
    ['taking back an allowance', () => usdcCall('approve', 0n)],
    [
      'taking back a collection',
      () =>
        showCall(apes, encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [bob, false] })),
    ],
    [
      'taking back an NFT',
      () =>
        showCall(apes, encodeFunctionData({ abi, functionName: 'approve', args: [zeroAddress, 5n] }), {
          known: [...known, zeroAddress],
        }),
    ],
    [
      'taking back permissions at Permit2',
      () =>
        showCall(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'lockdown',
            args: [[{ token: usdc, spender: bob }]],
          }),
        ),
    ],
    [
      'a small allowance at Permit2',
      () =>
        showCall(
          permit2,
          encodeFunctionData({
            abi: permit2Abi,
            functionName: 'approve',
            args: [usdc, bob, 5_000_000n, 1_900_000_000],
          }),
        ),
    ],
    [
      'wrapping a little',
      () =>
        showTransaction(
          { to: usdc, value: parseEther('0.01'), data: encodeFunctionData({ abi, functionName: 'deposit' }) },
          { contracts, known },
        ),
    ],
    [
      'all coins, to the own address',
      () => showTransaction({ to: account, value: parseEther('9') }, { contracts, known: [account] }),
    ],
  ])('behavior: medium: %s', async (_, describeIt) => {
    const description = await describeIt()
    expect(textOf(description)).not.toMatch(/unknown|no price/i)
    expect(description.risk).toBe('medium')
  })

  test('param: riskLimits: the operator’s limits decide', async () => {
    const limited = (usdLimit: number, share: number) =>
      pay('1', { riskLimits: { usd: usdLimit, share } }).then(({ risk }) => risk)
    expect(await limited(3001, 0.5)).toBe('medium')
    expect(await limited(2999, 0.5)).toBe('high')
    expect(await limited(3001, 0.1)).toBe('medium')
    expect(await limited(3001, 0.09)).toBe('high')
  })
})
