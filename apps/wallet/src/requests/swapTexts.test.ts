import { coinSentinel, routers, type SwapRouter, writePoolSwap } from '@portico/protocol/swaps'
import { checksumAddress } from '@portico/siwx'
import { encodeFunctionData, type Hex, parseAbi, parseEther, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { printTransaction as print } from '../../test/printTransaction.ts'
import { account } from '../../test/showTransaction.ts'
import { contracts, dai, known, meme, stranger, usdc, weth } from '../../test/transactionContracts.ts'

const { router02 = '', wrapped, '1inch': oneInch = '' } = routers['eip155:1'] ?? {}
const router: SwapRouter = { address: router02, kind: 'router02', wrapped }

type Swap = Partial<Parameters<typeof writePoolSwap>[0]>

const printTransaction = (
  transaction: Parameters<typeof print>[0],
  options: Parameters<typeof print>[1] = {},
) =>
  print(transaction, {
    contracts: { ...contracts, [`${checksumAddress(router02)}`]: {}, [`${checksumAddress(oneInch)}`]: {} },
    known: [...known, router02, oneInch],
    ...options,
  })

/** 30 DAI for USDC. */
function write(changes: Swap = {}) {
  const swap = {
    router,
    account,
    tokenIn: dai,
    tokenOut: usdc,
    amountIn: parseEther('30'),
    minimumOut: parseUnits('29.7', 6),
    deadline: 1_900_000_000n,
    ...changes,
  }
  const hops = [
    {
      kind: 'v3' as const,
      tokenIn: swap.tokenIn === coinSentinel ? weth : swap.tokenIn,
      tokenOut: swap.tokenOut === coinSentinel ? weth : swap.tokenOut,
      fee: 100,
    },
  ]
  return writePoolSwap({ hops, ...swap }) as { to: Hex; data: Hex; value: bigint }
}
const out = {
  direction: 'out',
  kind: 'erc20',
  token: dai,
  amount: `${parseEther('30')}`,
  verified: true,
  symbol: 'DAI',
  decimals: 18,
} as const
const into = {
  direction: 'in',
  kind: 'erc20',
  token: usdc,
  amount: '29991000',
  verified: true,
  symbol: 'USDC',
  decimals: 6,
} as const

/** The texts are here to be read: what is given, what arrives at least, and to whom must be clear from them alone. */
describe('what a visitor reads of a swap', () => {
  test('behavior: tokens for tokens, with what a simulation shows', async () => {
    const simulation = { changes: [out, into] }
    expect(await printTransaction(write(), { simulation })).toMatchInlineSnapshot(`
      "Swap 30 DAI for at least 29.7 USDC (high)
      You send now: 30 DAI
      You receive, at least: 29.7 USDC
      You receive now: 29.991 USDC
      Token: DAI: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Token: USDC: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Contract: 0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      ! 30 DAI is 75% of your DAI."
    `)
  })

  test('behavior: without a simulation, the minimum remains', async () => {
    const text = await printTransaction(write(), { simulation: undefined })
    expect(text).toContain('Swap 30 DAI for at least 29.7 USDC (high)')
    expect(text).toContain('You receive, at least: 29.7 USDC')
    expect(text).not.toContain('You receive now: unknown')
  })

  test('behavior: from the coin and to the coin', async () => {
    const from = write({
      tokenIn: coinSentinel,
      amountIn: parseEther('0.01'),
      minimumOut: parseUnits('29.6', 6),
    })
    expect(await printTransaction(from)).toContain('Swap 0.01 ETH for at least 29.6 USDC')
    const to = write({ tokenOut: coinSentinel, minimumOut: parseEther('0.0099') })
    expect(await printTransaction(to)).toContain('Swap 30 DAI for at least 0.0099 ETH')
  })

  test('behavior: another recipient is a danger', async () => {
    expect(await printTransaction(write({ account: stranger }))).toMatchInlineSnapshot(`
      "Swap 30 DAI for at least 29.7 USDC, which go to someone else (high)
      You send now: 30 DAI
      Someone else receives, at least: 29.7 USDC
      To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906
      You receive now: nothing, in a simulation
      Token: DAI: 0x6B175474E89094C44Da98b954EedeAC495271d0F
      Token: USDC: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      Contract: 0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45
      Fee, at most: 0.000225 ETH · $0.67
      Network: Ethereum
      !! You pay, but what the swap returns goes to another address, not to you.
      ! 30 DAI is 75% of your DAI.
      ! This is the first time you send to this address. Check the whole address before you approve."
    `)
  })

  test('behavior: a minimum of nothing, or of much less than is given, is a danger', async () => {
    expect(await printTransaction(write({ minimumOut: 0n }))).toContain(
      '!! The swap has no minimum: you may get nothing for what you give.',
    )
    const low = await printTransaction(write({ minimumOut: parseUnits('20', 6) }))
    expect(low).toContain('(high)')
    expect(low).toContain('!! You get back about $20 of the $30 you give.')
  })

  test('behavior: a token without a price', async () => {
    const text = await printTransaction(write({ tokenOut: meme, minimumOut: parseEther('5000') }))
    expect(text).toContain('Swap 30 DAI for at least 5,000 MEME')
    expect(text).toContain('There is no price for MEME')
  })

  test('behavior: a swap that another service has written', async () => {
    const abi = parseAbi([
      'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)',
    ])
    const desc = {
      srcToken: dai,
      dstToken: usdc,
      srcReceiver: stranger,
      dstReceiver: account,
      amount: parseEther('15'),
      minReturnAmount: parseUnits('14.9', 6),
      flags: 0n,
    } as const
    const data = encodeFunctionData({ abi, args: [stranger, desc, '0xabcd'] })
    expect(await printTransaction({ to: oneInch as Hex, data })).toContain(
      'Swap 15 DAI for at least 14.9 USDC (medium)',
    )
    const partial = encodeFunctionData({ abi, args: [stranger, { ...desc, flags: 1n }, '0xabcd'] })
    expect(await printTransaction({ to: oneInch as Hex, data: partial })).toContain('Unknown call (high)')
  })

  test('error: at an unknown exchange, or with something added, it is an unknown call', async () => {
    const { to, data, value } = write()
    expect(await printTransaction({ to: stranger, data, value })).toContain('Unknown call (high)')
    for (const other of [`${data}00`, data.replace('04e45aaf', '5023b4df')])
      expect(await printTransaction({ to, data: other as Hex, value })).toContain('(high)')
    expect(await printTransaction({ to: stranger, data, value })).not.toContain('Swap 30')
  })
})
