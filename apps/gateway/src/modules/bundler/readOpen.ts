import type { Database } from '../../infra/database/openDatabase.ts'
import type { OperationRow } from './store.ts'

/** Reads the open operations with the nonce of an operation: one of each user at most. */
export function readOpen(
  transaction: Database,
  { chain, sender, nonce }: Pick<OperationRow, 'chain' | 'sender' | 'nonce'>,
): Promise<OperationRow[]> {
  return transaction
    .selectFrom('operations')
    .selectAll()
    .where('chain', '=', chain)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .where('state', 'in', ['quoted', 'sent'])
    .execute()
}
