import type { RpcClient, SwapNote, SwapOrder, SwapRefusal } from '@portico/core'
import {
  coinSentinel,
  type RehearsedStep,
  rehearse,
  type WrittenCall,
  writeApproval,
  writePoolSwap,
} from '@portico/protocol/swaps'
import { encodeCall } from '../transfers/encodeCall.ts'
import type { Allowance } from './planAllowance.ts'
import type { PoolSwap } from './SwapRequest.ts'
import type { WrittenSwap } from './writeSwap.ts'

/** What the rehearsal of a swap has shown. */
export interface SwapRehearsal {
  /** In base units; undefined if nothing could be rehearsed, or the swap failed. */
  receives?: bigint | undefined
  /** Of all transactions together; undefined if the node could not say. */
  gas?: bigint | undefined
  refusal?: SwapRefusal | undefined
  notes: readonly SwapNote[]
}

/** `transfer(address,uint256)` of ERC-20. */
const transfer = 'a9059cbb'

/**
 * Tries a swap with its allowance at the account, without signing anything, and measures what the account pays and gets. Both tokens are
 * also sent to the account itself, which shows whether they keep a part, and a token that is not listed is sold again.
 */
export async function rehearseSwap({
  client,
  order: { account, amount, minimum, from, to },
  swap,
  allowance,
}: {
  client: RpcClient
  order: SwapOrder
  swap: WrittenSwap
  allowance: Allowance
}): Promise<SwapRehearsal> {
  const { pools } = swap
  const [tokenIn, tokenOut] = [toKey(from.token), toKey(to.token)]
  // A node that supports no way to try it is one that cannot tell.
  const tryAll = (calls: readonly WrittenCall[], watched: readonly string[]) =>
    rehearse({ account, steps: calls, watched, request: (request) => client.request(request) }).catch(
      () => undefined,
    )
  const allow = [allowance.reset, allowance.approve].filter((call) => call !== undefined)
  // With a low minimum, so that it shows what a token that keeps a part of each transfer returns. The router enforces the minimum.
  const there = pools ? writePoolSwap({ ...pools, minimumOut: 1n }) : swap.call
  const toItself = (token: string | undefined, units: bigint): WrittenCall[] =>
    token === undefined ? [] : [{ to: token, data: encodeCall(transfer, [account, units]), value: 0n }]
  const steps = [...allow, there, ...toItself(to.token, minimum)]
  const [results, sent] = await Promise.all([
    tryAll(steps, [tokenIn, tokenOut]),
    tryAll(toItself(from.token, amount), [tokenIn]),
  ])
  if (!results) {
    // What a provider has written, and a token that nobody has listed, must be tried.
    const mustBeTried = swap.isForeign || !to.isListed
    return { notes: [], refusal: mustBeTried ? 'cannot-rehearse' : undefined }
  }
  const own = results.slice(0, allow.length + 1)
  const result = own.at(-1)
  const gas = own.reduce<bigint | undefined>(
    (sum, step) => (sum === undefined || step.gas === undefined ? undefined : sum + step.gas),
    0n,
  )
  if (!result?.isOk) return { notes: [], gas, refusal: 'fails' }
  const [receives, paid] = [result.changes[tokenOut] ?? 0n, -(result.changes[tokenIn] ?? 0n)]
  const keepsPart = (step: RehearsedStep | undefined, token: string) => (step?.changes[token] ?? 0n) < 0n
  const toKeeps = to.token !== undefined && keepsPart(results.at(-1), tokenOut)
  const notes: SwapNote[] = toKeeps || keepsPart(sent?.[0], tokenIn) ? ['charges-fee'] : []
  const common = { receives, gas, notes }
  if (paid > amount || receives <= 0n) return { ...common, refusal: 'unverified' }
  // These pools count what they send, not what arrives, so that the router cannot enforce the minimum.
  if (pools?.hops.at(-1)?.kind === 'v3' && toKeeps) return { ...common, refusal: 'unverified' }
  if (receives < minimum) return { ...common, refusal: 'below-minimum' }
  if (to.isListed || to.token === undefined) return common
  return { ...common, ...(await sellAgain()) }

  /** Sells the bought tokens again. Less than half of what was paid is as good as nothing. */
  async function sellAgain(): Promise<Partial<SwapRehearsal>> {
    if (!pools) return { refusal: 'cannot-rehearse' }
    const spender = pools.router.address
    const approve = writeApproval({ token: tokenOut, spender, amount: receives })
    const back = writePoolSwap(reverse(pools, receives))
    const both = await tryAll([...allow, there, approve, back], [tokenIn])
    const sale = both?.at(-1)
    if (!sale) return { refusal: 'cannot-rehearse' }
    const returned = sale.changes[tokenIn] ?? 0n
    return sale.isOk && returned * 2n >= amount ? {} : { notes: [...notes, 'one-way'] }
  }
}

const toKey = (token: string | undefined): string => token?.toLowerCase() ?? coinSentinel

/** Returns the same swap in the other direction. */
function reverse(pools: PoolSwap, amountIn: bigint): PoolSwap {
  const hops = pools.hops.map((hop) => ({ ...hop, tokenIn: hop.tokenOut, tokenOut: hop.tokenIn })).reverse()
  const { tokenIn: tokenOut, tokenOut: tokenIn } = pools
  return { ...pools, tokenIn, tokenOut, amountIn, minimumOut: 1n, hops }
}
