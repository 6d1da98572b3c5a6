import { type ContractFunctionArgs, encodeFunctionData, type Hex, pad } from 'viem'
import { coinSentinel } from '../coinSentinel.ts'
import type { PoolHop } from '../PoolHop.ts'
import { type WrittenCall, writePoolSwap } from '../writePoolSwap.ts'
import { writeWrap } from '../writeWrap.ts'
import { amountIn, deadline, minimumOut, parties } from './parties.ts'
import { routerAbi } from './routerAbi.ts'

/** A swap of each known form, with what it must be read as. */
export interface SwapShape extends WrittenCall {
  tokenIn: string
  tokenOut: string
  /** Where the contract enforces another minimum than usual. */
  minimumOut?: bigint | undefined
}

const { account, executor, kyberswap, middle, oneInch, router02, tokenIn, tokenOut, v2, wrapped } = parties
const permit = { deadline, v: 27, r: pad('0x1234', { size: 32 }), s: pad('0x5678', { size: 32 }) }

export const kyberDescription = {
  srcToken: tokenIn,
  dstToken: tokenOut,
  srcReceivers: [executor],
  srcAmounts: [amountIn],
  feeReceivers: [],
  feeAmounts: [],
  dstReceiver: account,
  amount: amountIn,
  minReturnAmount: minimumOut,
  flags: 640n,
  permit: '0x',
} as const

export const oneInchDescription = {
  srcToken: tokenIn,
  dstToken: tokenOut,
  srcReceiver: executor,
  dstReceiver: account,
  amount: amountIn,
  minReturnAmount: minimumOut,
  flags: 0n,
} as const

type Kyber = Omit<typeof kyberDescription, 'feeReceivers' | 'feeAmounts' | 'srcReceivers' | 'srcAmounts'> & {
  srcReceivers: readonly Hex[]
  srcAmounts: readonly bigint[]
  feeReceivers: readonly Hex[]
  feeAmounts: readonly bigint[]
}

export function encodeKyber(
  desc: {
    [Key in keyof Kyber]: Kyber[Key] extends bigint ? bigint : Kyber[Key] extends Hex ? Hex : Kyber[Key]
  },
): Hex {
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'swap',
    args: [
      {
        callTarget: executor,
        approveTarget: pad('0x', { size: 20 }),
        targetData: `0x${'ab'.repeat(70)}`,
        desc,
        clientData: '0x7b7d',
      },
    ],
  })
}

export function encodeOneInch(
  desc: {
    [Key in keyof typeof oneInchDescription]: (typeof oneInchDescription)[Key] extends bigint ? bigint : Hex
  },
): Hex {
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'swap',
    args: [executor, desc, `0x${'cd'.repeat(45)}`],
  })
}

/** Encodes a call of SwapRouter02 as viem does. */
export function encode<Name extends (typeof routerAbi)[number]['name']>(
  functionName: Name,
  args: ContractFunctionArgs<typeof routerAbi, 'nonpayable', Name>,
): Hex {
  return encodeFunctionData({ abi: routerAbi, functionName, args } as never)
}

const hop = (kind: PoolHop['kind'], from: string, to: string, fee = 3000): PoolHop => ({
  kind,
  tokenIn: from,
  tokenOut: to,
  fee,
})

function pools(
  hops: readonly PoolHop[],
  changes: Partial<Parameters<typeof writePoolSwap>[0]> = {},
): SwapShape {
  const parameters = {
    router: { address: router02, kind: 'router02', wrapped },
    account,
    tokenIn,
    tokenOut,
    amountIn,
    minimumOut,
    hops,
    deadline,
    ...changes,
  } as const
  return { ...writePoolSwap(parameters), tokenIn: parameters.tokenIn, tokenOut: parameters.tokenOut }
}

const v2Router = { address: v2, kind: 'v2', wrapped } as const
const single = (recipient: Hex) =>
  encode('exactInputSingle', [
    { tokenIn, tokenOut, fee: 500, recipient, amountIn, amountOutMinimum: minimumOut, sqrtPriceLimitX96: 0n },
  ])
const foreign = (to: string, data: Hex, changes: Partial<SwapShape> = {}): SwapShape => ({
  to,
  data,
  value: 0n,
  tokenIn,
  tokenOut,
  ...changes,
})

/** The swaps by name. All are of `amountIn` for at least `minimumOut`, except where a shape says something else. */
export const swapShapes: Readonly<Record<string, SwapShape>> = {
  'V3, one pool': pools([hop('v3', tokenIn, tokenOut)]),
  'V3, two pools': pools([hop('v3', tokenIn, middle, 500), hop('v3', middle, tokenOut, 10_000)]),
  'V2, two pools': pools([hop('v2', tokenIn, middle), hop('v2', middle, tokenOut)]),
  'V2, then V3': pools([hop('v2', tokenIn, middle), hop('v3', middle, tokenOut)]),
  'V3, then V2': pools([hop('v3', tokenIn, middle), hop('v2', middle, tokenOut)]),
  'with a permit': pools([hop('v3', tokenIn, tokenOut)], { permit }),
  'from the coin': pools([hop('v3', wrapped, tokenOut)], { tokenIn: coinSentinel }),
  'to the coin': pools([hop('v3', tokenIn, wrapped)], { tokenOut: coinSentinel }),
  'to the coin, with a permit, over V3 and V2': pools(
    [hop('v3', tokenIn, middle), hop('v2', middle, wrapped)],
    {
      tokenOut: coinSentinel,
      permit,
    },
  ),
  'over the router of a V2 exchange': pools([hop('v2', tokenIn, tokenOut)], { router: v2Router }),
  'over the router of a V2 exchange, from the coin': pools([hop('v2', wrapped, tokenOut)], {
    router: v2Router,
    tokenIn: coinSentinel,
  }),
  'over the router of a V2 exchange, to the coin': pools([hop('v2', tokenIn, wrapped)], {
    router: v2Router,
    tokenOut: coinSentinel,
  }),
  wrapping: {
    ...writeWrap({ kind: 'wrap', wrapped, amount: amountIn }),
    tokenIn: coinSentinel,
    tokenOut: wrapped,
    minimumOut: amountIn,
  },
  unwrapping: {
    ...writeWrap({ kind: 'unwrap', wrapped, amount: amountIn }),
    tokenIn: wrapped,
    tokenOut: coinSentinel,
    minimumOut: amountIn,
  },
  // What others write
  'one call without a multicall': foreign(router02, single(account)),
  'to the sender, by its stand-in': foreign(
    router02,
    encode('multicall', [[single('0x0000000000000000000000000000000000000001')]]),
  ),
  'the rest of the coins returned': foreign(
    router02,
    encode('multicall', [
      deadline,
      [
        encode('exactInput', [
          {
            path: `0x${wrapped.slice(2)}000bb8${tokenOut.slice(2)}`,
            recipient: account,
            amountIn,
            amountOutMinimum: minimumOut,
          },
        ]),
        encode('refundETH', []),
      ],
    ]),
    { tokenIn: coinSentinel, value: amountIn },
  ),
  'the minimum only where coins are paid': foreign(
    router02,
    encode('multicall', [
      deadline,
      [
        encode('selfPermitIfNecessary', [tokenIn, amountIn, deadline, 28, permit.r, permit.s]),
        encode('swapExactTokensForTokens', [
          amountIn,
          0n,
          [tokenIn, wrapped],
          '0x0000000000000000000000000000000000000002',
        ]),
        encode('unwrapWETH9', [minimumOut]),
      ],
    ]),
    { tokenOut: coinSentinel },
  ),
  'a V2 exchange that does not measure': foreign(
    v2,
    encode('swapExactTokensForTokens', [
      amountIn,
      minimumOut,
      [tokenIn, middle, tokenOut],
      account,
      deadline,
    ]),
  ),
  KyberSwap: foreign(kyberswap, encodeKyber(kyberDescription)),
  'KyberSwap, from the coin': foreign(
    kyberswap,
    encodeKyber({ ...kyberDescription, srcToken: coinSentinel, srcReceivers: [], srcAmounts: [] }),
    { tokenIn: coinSentinel, value: amountIn },
  ),
  'KyberSwap, simple mode': foreign(
    kyberswap,
    encode('swapSimpleMode', [executor, { ...kyberDescription, flags: 0x20n }, `0x${'ef'.repeat(64)}`, '0x']),
  ),
  '1inch': foreign(oneInch, encodeOneInch(oneInchDescription)),
  '1inch, from the coin': foreign(oneInch, encodeOneInch({ ...oneInchDescription, srcToken: coinSentinel }), {
    tokenIn: coinSentinel,
    value: amountIn,
  }),
}
