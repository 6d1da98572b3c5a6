import type { SwapTerms } from '../SwapTerms.ts'
import { writeApproval } from '../writeApproval.ts'
import type { WrittenCall } from '../writePoolSwap.ts'
import { rehearse } from './rehearse.ts'

/** What a swap would do now, in base units. `gas` is of the swap alone; undefined if the node could not say. */
export interface RehearsedSwap {
  receives: bigint
  spends: bigint
  gas?: bigint | undefined
}

/**
 * Tries a swap together with the approval that it needs. Returns `fails` if the swap would fail, and undefined if the node cannot
 * tell.
 *
 * @param parameters.terms what `readSwap` returned for the call
 * @throws what `request` throws
 */
export async function rehearseSwap({
  account,
  call,
  terms: { spender, tokenIn, tokenOut, amountIn },
  request,
}: {
  account: string
  call: WrittenCall
  terms: SwapTerms
  request: Parameters<typeof rehearse>[0]['request']
}): Promise<RehearsedSwap | 'fails' | undefined> {
  // Some tokens refuse to change an allowance that is not 0. Whether the approvals succeed shows in the swap.
  const approvals = spender
    ? [0n, amountIn].map((amount) => writeApproval({ token: tokenIn, spender, amount }))
    : []
  const steps = await rehearse({
    account,
    steps: [...approvals, call],
    watched: [tokenIn, tokenOut],
    request,
  })
  const swap = steps?.at(-1)
  if (!swap) return undefined
  if (!swap.isOk) return 'fails'
  const { changes, gas } = swap
  return {
    receives: changes[tokenOut] ?? 0n,
    spends: -(changes[tokenIn] ?? 0n),
    ...(gas === undefined ? {} : { gas }),
  }
}
