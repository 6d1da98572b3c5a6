import type { SignedCall } from '../batches/SignedCall.ts'

/** Whether a call only moves coins or tokens to a recipient that it names. */
export function isPaying({ selector, payee }: SignedCall): boolean {
  return selector === '0x' || payee !== ''
}
