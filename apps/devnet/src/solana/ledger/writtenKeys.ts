import type { LedgerTransaction } from './createLedger.ts'
import { isWritable } from './isWritable.ts'

/** Returns the accounts that a transaction may have changed. */
export function writtenKeys({ read, loaded }: LedgerTransaction): string[] {
  const staticWritable = read.staticKeys.filter((_key, index) => isWritable(read, index))
  return [...new Set([...staticWritable, ...loaded.writable])]
}
