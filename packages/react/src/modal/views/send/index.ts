import { addCopy } from '../../../copy.ts'
import { sendCopy } from '../../../sendCopy.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import send from '../../styles/send.css?inline'
import { SendView } from './SendView.tsx'

/** The form of a payment, with its texts and styles. */
export function loadSendView() {
  addCopy(sendCopy)
  addStyles(send)
  return { send: SendView }
}
