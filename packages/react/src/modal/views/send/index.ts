import { addCopy } from '../../../copy.ts'
import { sendCopy } from '../../../sendCopy.ts'
import { transferCopy } from '../../../transferCopy.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import send from '../../styles/send.css?inline'
import { SendConfirmedView } from '../send-confirmed/SendConfirmedView.tsx'
import { SendPreviewView } from '../send-preview/SendPreviewView.tsx'
import { SendTokenView } from '../send-token/SendTokenView.tsx'
import { SendView } from './SendView.tsx'

/** The views of a payment, with their texts and styles, in one file: who opens the first sees the others moments later. */
export function loadSendViews() {
  addCopy({ ...transferCopy, ...sendCopy })
  addStyles(send)
  return {
    send: SendView,
    'send-token': SendTokenView,
    'send-preview': SendPreviewView,
    'send-confirmed': SendConfirmedView,
  }
}
