import { addCopy } from '../../../copy.ts'
import { swapCopy } from '../../../swapCopy.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import swap from '../../styles/swap.css?inline'
import { SwapView } from './SwapView.tsx'

/** The form of a swap, with its texts and styles. */
export function loadSwapView() {
  addCopy(swapCopy)
  addStyles(swap)
  return { swap: SwapView }
}
