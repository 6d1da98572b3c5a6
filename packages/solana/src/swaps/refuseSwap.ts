import type { SwapOrder, SwapPlan, SwapRefusal } from '@portico/core'

/** Returns the plan of a swap of which nothing can be signed. */
export function refuseSwap(order: SwapOrder, refusal: SwapRefusal): SwapPlan {
  return { order, steps: [], isAtomic: false, fee: 0n, notes: [], refusal, request: undefined }
}
