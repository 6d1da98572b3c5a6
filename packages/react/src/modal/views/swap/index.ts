import { addCopy } from '../../../copy.ts'
import { swapCopy } from '../../../swapCopy.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import swap from '../../styles/swap.css?inline'
import { SwapPreviewView } from '../swap-preview/SwapPreviewView.tsx'
import { SwapTokenView } from '../swap-token/SwapTokenView.tsx'
import { SwapView } from './SwapView.tsx'

/** The views that swap. Loaded together with their texts and styles. */
export function loadSwapViews() {
  addCopy(swapCopy)
  addStyles(swap)
  return { SwapView, SwapTokenView, SwapPreviewView }
}
