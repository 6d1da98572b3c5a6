import type { SwapPlan, SwapRefusal, SwapStep } from '../NamespaceSwaps.ts'
import type { SwapWish } from './swapQuotesQuery.ts'

/** A step that the wallet is asked for. `take-back` takes an unused allowance back. */
export type SwapRequestStep = SwapStep | 'take-back'

/**
 * Where a swap is.
 * - `checking`: the last quote is asked for and rehearsed · `waiting`: the wallet was asked · `sent`: the network has it
 * - `allowed`: the allowance is in a block, and the visitor had left before the swap was asked for
 * - `changed`: it would return less than agreed now, and nothing more was signed · `rejected`: the visitor refused
 * - `failed`: it cannot be made, or moved nothing · `unknown`: the wallet did not say whether it has sent it. It must not be
 * offered again · `confirmed`: it is in a block · `taken-back`: the allowance is gone
 */
export type SwapStage =
  | { name: 'checking' }
  | { name: 'waiting'; step: SwapRequestStep }
  | { name: 'sent'; step: Exclude<SwapRequestStep, 'permit'>; hash: string }
  | { name: 'allowed' }
  | { name: 'changed' }
  | { name: 'rejected'; step: SwapRequestStep }
  | { name: 'failed'; step: SwapRequestStep; reason: SwapFailure }
  | { name: 'unknown'; step: SwapRequestStep }
  | { name: 'confirmed'; hash: string }
  | { name: 'taken-back'; hash: string }

/**
 * Why a swap ended. `unreachable`: the last quote could not be read. `no-route`: there is no offer any more. `wallet`: the wallet refused, and sent nothing. `failed`: it is
 * in a block, and moved nothing. `replaced`, `expired`: it never will be in one. `moved`: the wallet is on another account or network.
 */
export type SwapFailure =
  | SwapRefusal
  | 'unreachable'
  | 'no-route'
  | 'wallet'
  | 'moved'
  | 'failed'
  | 'replaced'
  | 'expired'

/** A swap under way. */
export interface SwapRun {
  wish: SwapWish
  /** What the visitor has agreed to; after `changed`, what is offered instead. */
  plan: SwapPlan
  stage: SwapStage
  /** Whether an allowance of this run is in a block and was not used yet. */
  isAllowed: boolean
}
