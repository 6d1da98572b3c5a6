import { addCopy } from '../../../copy.ts'
import { swapCopy } from '../../../swapCopy.ts'
import { transferCopy } from '../../../transferCopy.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import swap from '../../styles/swap.css?inline'
import { SwapPreviewView } from '../swap-preview/SwapPreviewView.tsx'
import { SwapTokenView } from '../swap-token/SwapTokenView.tsx'
import { SwapView } from './SwapView.tsx'

/** The views that swap, with their texts and styles. */
export function loadSwapViews() {
  addCopy({ ...transferCopy, ...swapCopy })
  addStyles(swap)
  return { swap: SwapView, 'swap-token': SwapTokenView, 'swap-preview': SwapPreviewView }
}
