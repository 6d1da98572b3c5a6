import { FrameSlot } from '../../../embedded/FrameSlot.tsx'

/** Shows a request of the embedded wallet, which is rendered and answered in the wallet's iframe. */
export function ApproveTransactionView() {
  return <FrameSlot />
}
