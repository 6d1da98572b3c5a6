import { isUserRejection } from '@portico/protocol'
import type { Kit } from '../../kit.ts'
import { isSurelyUnsent } from '../isSurelyUnsent.ts'
import { TransferChangedError } from '../TransferChangedError.ts'
import type { SwapRequestStep, SwapStage } from './swapRun.ts'

/** Returns the stage of a swap after the wallet has refused a step. Unless it has surely sent nothing, the outcome is unknown. */
export function toStage(kit: Kit, step: SwapRequestStep, error: unknown): SwapStage {
  if (isUserRejection(error)) return { name: 'rejected', step }
  if (error instanceof TransferChangedError) return { name: 'failed', step, reason: 'moved' }
  kit.logger.error('The wallet did not sign a step of the swap.', error)
  // Signing a permit sends nothing.
  const isUnsent = step === 'permit' || isSurelyUnsent(error)
  return isUnsent ? { name: 'failed', step, reason: 'wallet' } : { name: 'unknown', step }
}
