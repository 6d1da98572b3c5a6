import type { RpcClient, SwapNote, SwapOrder, SwapRefusal } from '@portico/core'
import { type WrittenCall, writePoolSwap } from '@portico/protocol/swaps'
import { encodeCall } from '../transfers/encodeCall.ts'
import { encodeApprove } from './encodeApprove.ts'
import type { Allowance } from './planAllowance.ts'
import { type Rehearsal, rehearse } from './rehearse.ts'
import type { PoolSwap } from './SwapRequest.ts'
import type { WrittenSwap } from './writeSwap.ts'

/** What the rehearsal of a swap has shown. */
export interface SwapRehearsal {
  /** In base units; undefined if nothing could be rehearsed, or the swap failed. */
  receives?: bigint | undefined
  /** Of all transactions together; undefined if nothing could be rehearsed. */
  gas?: bigint | undefined
  refusal?: SwapRefusal | undefined
  notes: readonly SwapNote[]
}

/** `transfer(address,uint256)` of ERC-20. */
const transfer = 'a9059cbb'
/** Receives tokens in rehearsals only. */
const stranger = '0x000000000000000000000000000000000000dEaD'

/**
 * Tries a swap with its allowance at the account, without signing anything, and measures what the account pays and gets. A token that is
 * not listed is also sold again.
 */
export async function rehearseSwap({
  client,
  order: { account, amount, minimum, from, to, quote },
  swap,
  allowance,
}: {
  client: RpcClient
  order: SwapOrder
  swap: WrittenSwap
  allowance: Allowance
}): Promise<SwapRehearsal> {
  const { pools } = swap
  const tokens = [from.token, to.token]
  const before = [allowance.reset, allowance.approve].filter((call) => call !== undefined)
  // With a low minimum, so that it shows what a token that keeps a part of each transfer returns. The router enforces the minimum.
  const there = pools ? writePoolSwap({ ...pools, minimumOut: 1n }) : swap.call
  const tried = await rehearse({ client, account, calls: [...before, there], tokens })
  if (!tried) {
    // What a provider has written, and a token that nobody has listed, must be tried.
    const mustBeTried = swap.isForeign || !to.isListed
    return { notes: [], refusal: mustBeTried ? 'cannot-rehearse' : undefined }
  }
  const { gas, changes } = tried
  if (!tried.isOk || !changes) return { notes: [], gas, refusal: 'fails' }
  const [paid = 0n, receives = 0n] = [-(changes[0] ?? 0n), changes[1] ?? 0n]
  const common = { receives, gas, notes: [] as SwapNote[] }
  if (paid > amount || receives <= 0n) return { ...common, refusal: 'unverified' }
  // These pools count what they send, not what arrives, so that the router cannot enforce the minimum.
  if (pools?.hops.at(-1)?.kind === 'v3' && to.token !== undefined && receives < tried.lastWord)
    return { ...common, refusal: 'unverified' }
  if (receives < minimum) return { ...common, refusal: 'below-minimum' }
  const [charges, isOneWay] = await Promise.all([
    receives * 1000n < BigInt(quote.toAmount) * 999n && chargesFee(),
    !to.isListed && to.token !== undefined && isNotSold(receives),
  ])
  if (isOneWay === undefined) return { ...common, refusal: 'cannot-rehearse' }
  if (charges) common.notes.push('charges-fee')
  if (isOneWay) common.notes.push('one-way')
  return common

  /** Whether a plain transfer of one of the tokens does not deliver all of it. */
  async function chargesFee(): Promise<boolean> {
    const steps: readonly [token: string | undefined, amount: bigint, calls: readonly WrittenCall[]][] = [
      [from.token, amount, []],
      [to.token, receives, [...before, there]],
    ]
    for (const [token, units, earlier] of steps) {
      if (token === undefined) continue
      const send = { to: token, data: encodeCall(transfer, [stranger, units]), value: 0n }
      const result = await rehearse({
        ...{ client, account, calls: [...earlier, send], tokens: [token], holder: stranger },
      })
      const arrived = result?.changes?.[0]
      if (result?.isOk && arrived !== undefined && arrived < units) return true
    }
    return false
  }

  /** Whether less than half comes back when the bought tokens are sold again; undefined if that cannot be tried. */
  async function isNotSold(bought: bigint): Promise<boolean | undefined> {
    if (!pools || to.token === undefined) return undefined
    const back = writePoolSwap(reverse(pools, bought))
    const approve = {
      to: to.token,
      data: encodeApprove({ spender: pools.router.address, amount: bought }),
      value: 0n,
    }
    const calls = [...before, there, approve, back]
    const result: Rehearsal | undefined = await rehearse({ client, account, calls, tokens: [from.token] })
    if (!result) return undefined
    const lost = -(result.changes?.[0] ?? -amount)
    return !result.isOk || lost * 2n > amount
  }
}

/** Returns the same swap in the other direction. */
function reverse(pools: PoolSwap, amountIn: bigint): PoolSwap {
  const hops = pools.hops.map((hop) => ({ ...hop, tokenIn: hop.tokenOut, tokenOut: hop.tokenIn })).reverse()
  const { tokenIn: tokenOut, tokenOut: tokenIn } = pools
  return { ...pools, tokenIn, tokenOut, amountIn, minimumOut: 1n, hops }
}
