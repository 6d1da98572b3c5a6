import { addCopy } from '../../../copy.ts'
import { fundCopy } from '../../../fundCopy.ts'
import { FundView } from './FundView.tsx'

/** The view that offers ways to add money, with its texts. */
export function loadFundView() {
  addCopy(fundCopy)
  return { fund: FundView }
}
