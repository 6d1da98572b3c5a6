import type { WireTransaction } from './readTransaction.ts'

/** Returns whether a static account of the transaction is writable. */
export function isWritable(
  { header, staticKeys }: Pick<WireTransaction, 'header' | 'staticKeys'>,
  index: number,
): boolean {
  const { numRequiredSignatures: signers, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  if (index < signers) return index < signers - numReadonlySignedAccounts
  return index < staticKeys.length - numReadonlyUnsignedAccounts
}
