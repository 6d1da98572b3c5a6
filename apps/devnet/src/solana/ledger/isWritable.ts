import type { WireTransaction } from './readTransaction.ts'

/** Whether an account of the transaction itself may be written. */
export function isWritable(
  { header, staticKeys }: Pick<WireTransaction, 'header' | 'staticKeys'>,
  index: number,
): boolean {
  const { numRequiredSignatures: signers, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  if (index < signers) return index < signers - numReadonlySignedAccounts
  return index < staticKeys.length - numReadonlyUnsignedAccounts
}
