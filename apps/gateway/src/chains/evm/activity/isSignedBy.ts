import type { Movement } from '../../shared/activity/TransactionDescription.ts'
import type { SignedCall } from '../batches/SignedCall.ts'

/** Whether one of the calls that the account has signed is this payment, instead of only a contract reporting it. */
export function isSignedBy(
  { direction, other, asset, amount }: Movement,
  calls: readonly SignedCall[],
): boolean {
  // A site can have the account sign a transfer of nothing to a look-alike, which no simulation warns of.
  if (direction === 'in' || amount === '0') return false
  return calls.some(({ to, value, selector, payee }) =>
    asset.kind === 'native'
      ? selector === '0x' && other === to && amount === value
      : asset.transfer.token === to && other === payee,
  )
}
