import type { Kit } from '../../kit.ts'
import { updateMoney } from '../updateMoney.ts'
import type { SwapRun } from './swapRun.ts'

/**
 * Writes a swap into the state, and returns the function that changes it. Once the visitor has dismissed the swap, or has started another
 * one, that function changes nothing and returns false: what is still followed must neither come back nor pass for the other one.
 */
export function startRun(kit: Kit, run: SwapRun): (part: Partial<SwapRun>) => boolean {
  let own = run
  updateMoney(kit, { swap: own })
  return (part) => {
    if (kit.store.getState().money?.swap !== own) return false
    own = { ...own, ...part }
    updateMoney(kit, { swap: own })
    return true
  }
}
