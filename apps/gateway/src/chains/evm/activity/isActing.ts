import type { SignedCall } from '../batches/SignedCall.ts'

/** ERC-20 and ERC-721 `approve`, `setApprovalForAll`, `increaseAllowance`. */
const approvals = new Set(['0x095ea7b3', '0xa22cb465', '0x39509351'])

/** Whether a call does something by itself, instead of only allowing it. */
export function isActing({ selector }: SignedCall): boolean {
  return !approvals.has(selector)
}
