import type { AbiValue } from './abi/AbiType.ts'
import { coinSentinel } from './coinSentinel.ts'
import type { PoolHop } from './PoolHop.ts'
import { routerItself } from './router02Addresses.ts'
import type { SwapPermit } from './SwapPermit.ts'
import type { SwapRouter } from './SwapRouter.ts'
import { writeCall } from './writeCall.ts'

/** A transaction without its sender. */
export interface WrittenCall {
  to: string
  data: `0x${string}`
  /** In wei. */
  value: bigint
}

/**
 * Writes a swap over pools: of exactly `amountIn`, for at least `minimumOut`, all of it to the account. Over SwapRouter02,
 * several pools of the same kind are one call; the next kind sells all that the one before has left at the router.
 *
 * @param parameters.router a SwapRouter02 or the router of a V2 exchange, which has V2 pools only and takes no permit
 * @param parameters.deadline in seconds since 1970
 * @throws {TypeError} if the router cannot take the route
 */
export function writePoolSwap(parameters: {
  router: SwapRouter
  account: string
  /** The coin is `coinSentinel`; then the route starts, or ends, at the wrapped coin. */
  tokenIn: string
  tokenOut: string
  amountIn: bigint
  minimumOut: bigint
  hops: readonly PoolHop[]
  deadline: bigint
  permit?: SwapPermit | undefined
}): WrittenCall {
  const { router, tokenIn, tokenOut, amountIn, hops } = parameters
  assertRoute({ router, tokenIn, tokenOut, hops })
  const value = isCoin(tokenIn) ? amountIn : 0n
  const data = router.kind === 'v2' ? writeV2(parameters) : writeRouter02(parameters)
  return { to: router.address, data, value }
}

function writeRouter02({
  account,
  tokenIn,
  tokenOut,
  amountIn,
  minimumOut,
  hops,
  deadline,
  permit,
}: Parameters<typeof writePoolSwap>[0]): `0x${string}` {
  const calls: string[] = []
  if (permit) {
    const { deadline: until, v, r, s } = permit
    // Only if necessary: anybody can submit a permit that they see in a pending transaction, and none can be used twice.
    calls.push(writeCall('selfPermitIfNecessary', [tokenIn, amountIn, until, BigInt(v), r, s]))
  }
  const legs = joinHops(hops)
  for (const [index, leg] of legs.entries()) {
    const isLast = index === legs.length - 1
    calls.push(
      writeLeg(leg, {
        recipient: isLast && !isCoin(tokenOut) ? account : routerItself,
        amountIn: index === 0 ? amountIn : 0n,
        minimumOut: isLast ? minimumOut : 0n,
      }),
    )
  }
  if (isCoin(tokenOut)) calls.push(writeCall('unwrapWETH9To', [minimumOut, account]))
  return writeCall('multicallUntil', [deadline, calls])
}

function writeLeg(
  hops: readonly PoolHop[],
  { recipient, amountIn, minimumOut }: { recipient: string; amountIn: bigint; minimumOut: bigint },
): string {
  const [first] = hops as readonly [PoolHop]
  if (first.kind === 'v2')
    return writeCall('swapExactTokensForTokens', [amountIn, minimumOut, toPath(hops), recipient])
  if (hops.length === 1) {
    const { tokenIn, tokenOut, fee } = first
    const noLimit = 0n
    const values: AbiValue = [tokenIn, tokenOut, BigInt(fee), recipient, amountIn, minimumOut, noLimit]
    return writeCall('exactInputSingle', [values])
  }
  const path = hops.map(({ fee, tokenOut }) => fee.toString(16).padStart(6, '0') + tokenOut.slice(2))
  return writeCall('exactInput', [[`${first.tokenIn}${path.join('')}`, recipient, amountIn, minimumOut]])
}

/** The functions that measure what arrives, because some tokens keep a part of each transfer. */
function writeV2({
  account,
  tokenIn,
  tokenOut,
  amountIn,
  minimumOut,
  hops,
  deadline,
}: Parameters<typeof writePoolSwap>[0]): `0x${string}` {
  const rest = [minimumOut, toPath(hops), account, deadline]
  if (isCoin(tokenIn)) return writeCall('v2CoinForTokensMeasured', rest)
  const name = isCoin(tokenOut) ? 'v2TokensForCoinMeasured' : 'v2TokensForTokensMeasured'
  return writeCall(name, [amountIn, ...rest])
}

function assertRoute({
  router: { kind, wrapped },
  tokenIn,
  tokenOut,
  hops,
}: {
  router: SwapRouter
  tokenIn: string
  tokenOut: string
  hops: readonly PoolHop[]
}): void {
  const ends = [isCoin(tokenIn) ? wrapped : tokenIn, isCoin(tokenOut) ? wrapped : tokenOut]
  const isJoined = hops.every((hop, index) =>
    isSame(hop.tokenIn, index === 0 ? ends[0] : hops[index - 1]?.tokenOut),
  )
  if (hops.length === 0 || !isJoined || !isSame(hops.at(-1)?.tokenOut, ends[1]))
    throw new TypeError('The route does not lead from one token to the other.')
  if (kind === 'kyberswap' || kind === '1inch' || (kind === 'v2' && hops.some((hop) => hop.kind !== 'v2')))
    throw new TypeError('The router cannot take this route.')
}

/** Joins neighbouring pools of the same kind. */
function joinHops(hops: readonly PoolHop[]): PoolHop[][] {
  const legs: PoolHop[][] = []
  for (const hop of hops) {
    const leg = legs.at(-1)
    if (leg?.[0]?.kind === hop.kind) leg.push(hop)
    else legs.push([hop])
  }
  return legs
}

function toPath(hops: readonly PoolHop[]): string[] {
  return [...hops.map(({ tokenIn }) => tokenIn), ...hops.slice(-1).map(({ tokenOut }) => tokenOut)]
}

function isCoin(token: string): boolean {
  return isSame(token, coinSentinel)
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase()
}
