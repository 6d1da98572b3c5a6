import { addCopy } from '../../../copy.ts'
import { payCopy } from '../../../payCopy.ts'
import { PayRequestView } from '../pay-request/PayRequestView.tsx'
import { PayView } from './PayView.tsx'

/** The views of a payment that the application asks for, with their texts. */
export function loadPayViews() {
  addCopy(payCopy)
  return { pay: PayView, 'pay-request': PayRequestView }
}
