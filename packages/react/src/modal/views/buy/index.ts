import { buyCopy } from '../../../buyCopy.ts'
import { addCopy } from '../../../copy.ts'
import { BuyView } from './BuyView.tsx'

/** The form to buy, with its texts. */
export function loadBuyView() {
  addCopy(buyCopy)
  return { buy: BuyView }
}
