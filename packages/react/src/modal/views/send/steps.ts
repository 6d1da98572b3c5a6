import { addCopy } from '../../../copy.ts'
import { sendStepsCopy } from '../../../sendStepsCopy.ts'
import { transferCopy } from '../../../transferCopy.ts'
import { SendConfirmedView } from '../send-confirmed/SendConfirmedView.tsx'
import { SendPreviewView } from '../send-preview/SendPreviewView.tsx'
import { SendTokenView } from '../send-token/SendTokenView.tsx'
import { loadSendView } from './index.ts'

/** The views behind the form of a payment, with their texts; they use those of the form, too. */
export function loadSendSteps() {
  addCopy({ ...transferCopy, ...sendStepsCopy })
  return {
    ...loadSendView(),
    'send-token': SendTokenView,
    'send-preview': SendPreviewView,
    'send-confirmed': SendConfirmedView,
  }
}
