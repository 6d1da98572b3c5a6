import { addCopy } from '../../../copy.ts'
import { pendingCopy } from '../../../pendingCopy.ts'
import { PendingActivity } from './PendingActivity.tsx'

/** The list of payments that are under way, with its texts. */
export function loadPendingActivity() {
  addCopy(pendingCopy)
  return PendingActivity
}
