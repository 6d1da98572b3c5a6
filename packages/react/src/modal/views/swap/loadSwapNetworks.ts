import { addCopy } from '../../../copy.ts'
import { swapNetworksCopy } from '../../../swapNetworksCopy.ts'
import { SwapNetworks } from './SwapNetworks.tsx'

/** The list of networks that have swaps, with its texts. */
export function loadSwapNetworks() {
  addCopy(swapNetworksCopy)
  return SwapNetworks
}
