import { addCopy } from '../../../copy.ts'
import { swapStepsCopy } from '../../../swapStepsCopy.ts'
import { transferCopy } from '../../../transferCopy.ts'
import { SwapPreviewView } from '../swap-preview/SwapPreviewView.tsx'
import { SwapTokenView } from '../swap-token/SwapTokenView.tsx'
import { loadSwapView } from './index.ts'

/** The views behind the form of a swap, with their texts; they use those of the form, too. */
export function loadSwapSteps() {
  addCopy({ ...transferCopy, ...swapStepsCopy })
  return { ...loadSwapView(), 'swap-token': SwapTokenView, 'swap-preview': SwapPreviewView }
}
