import { devnetManifest } from '@portico/devnet/manifest'
import { describe, expect, test } from 'vitest'
import { coinSentinel } from './coinSentinel.ts'
import { findRouter } from './findRouter.ts'
import { isAgreedSwap } from './isAgreedSwap.ts'
import { readSwap } from './readSwap.ts'
import { amountIn, deadline, minimumOut, parties } from './testing/parties.ts'
import {
  encode,
  encodeKyber,
  encodeOneInch,
  kyberDescription,
  oneInchDescription,
  swapShapes,
} from './testing/swapShapes.ts'

const { account, chainId, executor, kyberswap, oneInch, router02, thief, tokenIn, tokenOut, wrapped } =
  parties

const read = (call: { to: string; data: string; value?: bigint }) =>
  readSwap({ chainId, account, value: 0n, ...call })

describe('readSwap', () => {
  test.each(Object.entries(swapShapes))('behavior: %s', (_, shape) => {
    const terms = read(shape)
    expect(terms).toMatchObject({
      router: shape.to,
      recipient: account,
      tokenIn: shape.tokenIn,
      tokenOut: shape.tokenOut,
      amountIn,
      minimumOut: shape.minimumOut ?? minimumOut,
      fees: [],
    })
    expect(
      terms &&
        isAgreedSwap(terms, {
          account,
          minimumOut,
          amountIn,
          tokenIn: shape.tokenIn,
          tokenOut: shape.tokenOut,
        }),
    ).toBe(true)
    const needsSpender = shape.tokenIn !== coinSentinel && shape.to !== wrapped
    expect(terms?.spender).toBe(needsSpender ? shape.to : undefined)
  })

  test('behavior: the deadline, where there is one', () => {
    expect(read(swapShapes['V3, one pool'] as never)?.deadline).toBe(deadline)
    expect(read(swapShapes['over the router of a V2 exchange'] as never)?.deadline).toBe(deadline)
    expect(read(swapShapes.KyberSwap as never)?.deadline).toBeUndefined()
  })

  test('behavior: another recipient is read as such', () => {
    expect(
      read({ to: kyberswap, data: encodeKyber({ ...kyberDescription, dstReceiver: thief }) })?.recipient,
    ).toBe(thief)
    expect(
      read({ to: oneInch, data: encodeOneInch({ ...oneInchDescription, dstReceiver: thief }) })?.recipient,
    ).toBe(thief)
  })

  test('behavior: fees of KyberSwap are read, and are not agreed to', () => {
    const data = encodeKyber({
      ...kyberDescription,
      feeReceivers: [thief],
      feeAmounts: [50n],
      srcAmounts: [amountIn / 2n],
    })
    const terms = read({ to: kyberswap, data })
    expect(terms?.fees).toEqual([{ recipient: thief, amount: 50n, isBps: true }])
    expect(terms && isAgreedSwap(terms, { account, tokenIn, tokenOut, amountIn, minimumOut })).toBe(false)
  })

  test('behavior: routers of the application, only on their network', () => {
    const own = [
      { address: '0x9999999999999999999999999999999999999999', kind: 'router02', wrapped },
    ] as const
    const { data, value } = swapShapes['to the coin'] as (typeof swapShapes)[string]
    const call = { account, to: own[0].address, data, value }
    expect(readSwap({ ...call, chainId, own })?.tokenOut).toBe(coinSentinel)
    expect(readSwap({ ...call, chainId })).toBeUndefined()
    expect(readSwap({ ...call, chainId: 'eip155:31337', own })?.router).toBe(own[0].address)
  })

  const single = (changes: object) =>
    encode('exactInputSingle', [
      {
        tokenIn,
        tokenOut,
        fee: 500,
        recipient: account,
        amountIn,
        amountOutMinimum: minimumOut,
        sqrtPriceLimitX96: 0n,
        ...changes,
      },
    ])
  const routerItself = '0x0000000000000000000000000000000000000002'
  const good = single({})

  test.each<[string, { to?: string; data: string; value?: bigint }]>([
    ['a price limit, at which only a part is sold', { data: single({ sqrtPriceLimitX96: 1n }) }],
    ['what the router has already', { data: single({ amountIn: 0n }) }],
    ['tokens left at the router', { data: single({ recipient: routerItself }) }],
    ['coins that are not sold', { data: good, value: 1n }],
    ['coins sent along with another token', { data: good, value: amountIn }],
    ['fewer coins than are sold', { data: single({ tokenIn: wrapped }), value: amountIn - 1n }],
    ['a token for itself', { data: single({ tokenOut: tokenIn }) }],
    ['nothing to do', { data: encode('multicall', [[]]) }],
    ['a multicall in a multicall', { data: encode('multicall', [[encode('multicall', [[good]])]]) }],
    ['a second swap of the sender’s tokens', { data: encode('multicall', [[good, good]]) }],
    [
      'a second swap that pays another',
      {
        data: encode('multicall', [
          [single({ recipient: routerItself }), single({ amountIn: 0n, recipient: thief })],
        ]),
      },
    ],
    [
      'an unknown call beside',
      { data: encode('multicall', [[good, encode('sweepToken', [tokenIn, 0n, thief])]]) },
    ],
    ['a transfer to the router', { data: encode('multicall', [[good, encode('pull', [tokenIn, 1n])]]) }],
    [
      'a permit of more than is sold',
      {
        data: encode('multicall', [
          [
            encode('selfPermit', [
              tokenIn,
              amountIn + 1n,
              deadline,
              27,
              `0x${'1'.repeat(64)}`,
              `0x${'2'.repeat(64)}`,
            ]),
            good,
          ],
        ]),
      },
    ],
    [
      'coins paid out of another token',
      {
        data: encode('multicall', [
          [single({ recipient: routerItself }), encode('unwrapWETH9', [minimumOut, account])],
        ]),
      },
    ],
    [
      'coins paid after the tokens were paid',
      {
        data: encode('multicall', [
          [single({ tokenOut: wrapped }), encode('unwrapWETH9', [minimumOut, account])],
        ]),
      },
    ],
    [
      'an exact amount bought',
      {
        data: encode('exactOutputSingle', [
          {
            tokenIn,
            tokenOut,
            fee: 500,
            recipient: account,
            amountOut: minimumOut,
            amountInMaximum: amountIn,
            sqrtPriceLimitX96: 0n,
          },
        ]),
      },
    ],
    ['a function of another router', { data: encodeOneInch(oneInchDescription) }],
    ['upper-case garbage', { data: `${good}zz` }],
    [
      'a partial fill of KyberSwap',
      { to: kyberswap, data: encodeKyber({ ...kyberDescription, flags: 641n }) },
    ],
    ['coins on top at KyberSwap', { to: kyberswap, data: encodeKyber({ ...kyberDescription, flags: 642n }) }],
    ['a permit at KyberSwap', { to: kyberswap, data: encodeKyber({ ...kyberDescription, permit: '0x01' }) }],
    [
      'KyberSwap taking more than is sold',
      {
        to: kyberswap,
        data: encodeKyber({
          ...kyberDescription,
          srcReceivers: [executor, thief],
          srcAmounts: [amountIn, 1n],
        }),
      },
    ],
    [
      'no recipient at KyberSwap',
      { to: kyberswap, data: encodeKyber({ ...kyberDescription, dstReceiver: `0x${'0'.repeat(40)}` }) },
    ],
    ['a partial fill of 1inch', { to: oneInch, data: encodeOneInch({ ...oneInchDescription, flags: 1n }) }],
    [
      'an allowance at Permit2 for 1inch',
      { to: oneInch, data: encodeOneInch({ ...oneInchDescription, flags: 4n }) },
    ],
    [
      'no minimum at 1inch',
      { to: oneInch, data: encodeOneInch({ ...oneInchDescription, minReturnAmount: 0n }) },
    ],
    ['wrapping nothing', { to: wrapped, data: '0xd0e30db0' }],
    ['unwrapping with coins', { to: wrapped, data: encode('withdraw', [1n]), value: 1n }],
    ['no data', { data: '0x' }],
    ['an unknown contract', { to: executor, data: good }],
  ])('error: %s', (_, call) => {
    expect(read({ to: router02, ...call })).toBeUndefined()
  })

  test('error: known routers are known on their own networks only', () => {
    const { to, data, value } = swapShapes['1inch'] as (typeof swapShapes)[string]
    expect(readSwap({ chainId: 'eip155:8453', account, to, data, value })).toBeDefined()
    expect(readSwap({ chainId: 'eip155:31337', account, to, data, value })).toBeUndefined()
    expect(findRouter('eip155:31337', devnetManifest.swaps.router)).toEqual({
      address: devnetManifest.swaps.router.toLowerCase(),
      kind: 'router02',
      wrapped: devnetManifest.swaps.wrapped.toLowerCase(),
    })
    expect(findRouter('eip155:1', devnetManifest.swaps.router)).toBeUndefined()
    expect(readSwap({ chainId: 'toString', account, to, data, value })).toBeUndefined()
  })
})
