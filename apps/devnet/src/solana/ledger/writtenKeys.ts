import type { LedgerTransaction } from './createLedger.ts'
import { isWritable } from './isWritable.ts'

/** The accounts that a transaction may have changed. */
export function writtenKeys({ read, loaded }: LedgerTransaction): string[] {
  const own = read.staticKeys.filter((_key, index) => isWritable(read, index))
  return [...new Set([...own, ...loaded.writable])]
}
