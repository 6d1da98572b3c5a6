import type { LedgerTransaction } from '../ledger/createLedger.ts'
import { localSolana } from '../localSolana.ts'

/** The memos of a transaction as `getSignaturesForAddress` shows them: each with its length, "; " between them. */
export function readMemo({ read, keys }: Pick<LedgerTransaction, 'read' | 'keys'>): string | null {
  const memos = read.instructions
    .filter(({ programIdIndex }) => keys[programIdIndex] === localSolana.programs.memo)
    .map(({ data }) => `[${data.length}] ${new TextDecoder().decode(data)}`)
  return memos.length > 0 ? memos.join('; ') : null
}
