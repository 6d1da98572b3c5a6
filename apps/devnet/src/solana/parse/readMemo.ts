import type { LedgerTransaction } from '../ledger/createLedger.ts'
import { localSolana } from '../localSolana.ts'

/** Returns the memos of a transaction in the format of `getSignaturesForAddress`: `[length] text`, separated by "; ". */
export function readMemo({ read, keys }: Pick<LedgerTransaction, 'read' | 'keys'>): string | null {
  const memos = read.instructions
    .filter(({ programIdIndex }) => keys[programIdIndex] === localSolana.programs.memo)
    .map(({ data }) => `[${data.length}] ${new TextDecoder().decode(data)}`)
  return memos.length > 0 ? memos.join('; ') : null
}
