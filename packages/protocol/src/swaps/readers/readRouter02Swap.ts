import { coinSentinel } from '../coinSentinel.ts'
import { readCall } from '../readCall.ts'
import { routerItself, senderItself } from '../router02Addresses.ts'
import { type Leg, readLeg } from './readLeg.ts'
import type { SwapReader } from './SwapReader.ts'

type Call = NonNullable<ReturnType<typeof readCall>>
/** More calls in one transaction are not read. */
const maxCalls = 16

/**
 * Reads a swap over Uniswap's SwapRouter02: at most one permit, legs that each sell all that the one before has bought, at most
 * one exchange of the wrapped coin for the coin at the end. Anything else is not read: no second recipient, no split, no call
 * that does something else.
 *
 * @see https://github.com/Uniswap/swap-router-contracts
 */
export const readRouter02Swap: SwapReader = ({ router: { address, wrapped }, account, data, value }) => {
  const program = readProgram(data)
  if (!program) return undefined
  const { calls, deadline } = program
  const fromCoin = value > 0n

  const permit = isPermit(calls[0]) ? calls.shift() : undefined
  const legs: Leg[] = []
  for (let leg = readLeg(calls[0]); leg; leg = readLeg(calls[0])) {
    legs.push(leg)
    calls.shift()
  }
  const unwrap = readUnwrap(calls[0], account)
  if (unwrap) calls.shift()
  // Coins that were not needed go back to the sender.
  if (fromCoin && calls[0]?.name === 'refundETH') calls.shift()

  const first = legs[0]
  const last = legs.at(-1)
  if (!first || !last || calls.length > 0 || !isChain(legs)) return undefined
  const { amountIn } = first
  if (fromCoin && (first.tokenIn !== wrapped || value !== amountIn || permit)) return undefined
  if (permit && (permit.args[0] !== first.tokenIn || permit.args[1] !== amountIn)) return undefined
  if ((last.recipient === routerItself) !== (unwrap !== undefined)) return undefined
  if (unwrap && last.tokenOut !== wrapped) return undefined

  const tokenIn = fromCoin ? coinSentinel : first.tokenIn
  const tokenOut = unwrap ? coinSentinel : last.tokenOut
  if (first.tokenIn === last.tokenOut) return undefined
  const minimums = [last.minimumOut, unwrap?.minimumOut ?? 0n]
  return {
    router: address,
    spender: fromCoin ? undefined : address,
    recipient: unwrap?.recipient ?? (last.recipient === senderItself ? account : last.recipient),
    tokenIn,
    tokenOut,
    amountIn,
    minimumOut: minimums.reduce((most, one) => (one > most ? one : most)),
    ...(deadline === undefined ? {} : { deadline }),
    fees: [],
  }
}

/** Returns the calls in order; undefined if one is not known. A multicall inside a multicall is not read. */
function readProgram(data: string): { calls: Call[]; deadline?: bigint | undefined } | undefined {
  const call = readCall(data)
  if (!call) return undefined
  if (call.name !== 'multicall' && call.name !== 'multicallUntil') return { calls: [call] }
  const parts = call.args.at(-1) as readonly string[]
  if (parts.length > maxCalls) return undefined
  const calls = parts.flatMap((part) => readCall(part) ?? [])
  if (calls.length < parts.length) return undefined
  return { calls, ...(call.name === 'multicallUntil' ? { deadline: call.args[0] as bigint } : {}) }
}

function isPermit(call: Call | undefined): boolean {
  return call?.name === 'selfPermit' || call?.name === 'selfPermitIfNecessary'
}

/** The router sends all its wrapped coins, as coins. Here, the addresses 1 and 2 have no special meaning. */
function readUnwrap(
  call: Call | undefined,
  account: string,
): { minimumOut: bigint; recipient: string } | undefined {
  if (call?.name !== 'unwrapWETH9' && call?.name !== 'unwrapWETH9To') return undefined
  const [minimumOut, recipient = account] = call.args as [bigint, string?]
  return { minimumOut, recipient }
}

/** Whether the first leg takes an amount from the sender, and each other one all that the one before left at the router. */
function isChain(legs: readonly Leg[]): boolean {
  return legs.every((leg, index) => {
    const before = legs[index - 1]
    if (!before) return leg.amountIn > 0n
    return leg.amountIn === 0n && before.recipient === routerItself && leg.tokenIn === before.tokenOut
  })
}
