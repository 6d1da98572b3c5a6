import { FrameSlot } from '../../../embedded/FrameSlot.tsx'

/** A question of the embedded wallet: drawn, read and answered in its own frame. */
export function ApproveTransactionView() {
  return <FrameSlot />
}
