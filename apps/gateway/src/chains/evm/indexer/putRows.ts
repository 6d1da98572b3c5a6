import type { Kysely } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'

const rowsPerInsert = 500

/** Inserts or replaces token transfers. */
export async function putTransfers(
  transaction: Kysely<Tables>,
  rows: readonly Tables['transfers'][],
): Promise<void> {
  // Upstreams may return duplicates, but one insert cannot replace a row it has just written.
  const unique = new Map(rows.map((row) => [`${row.block_number} ${row.log_index} ${row.sub_index}`, row]))
  for (const part of parts([...unique.values()]))
    await transaction
      .insertInto('transfers')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['chain', 'block_number', 'log_index', 'sub_index']).doUpdateSet((row) => ({
          tx_index: row.ref('excluded.tx_index'),
          tx_hash: row.ref('excluded.tx_hash'),
          block_hash: row.ref('excluded.block_hash'),
          standard: row.ref('excluded.standard'),
          token: row.ref('excluded.token'),
          sender: row.ref('excluded.sender'),
          recipient: row.ref('excluded.recipient'),
          token_id: row.ref('excluded.token_id'),
          amount: row.ref('excluded.amount'),
        })),
      )
      .execute()
}

/** Inserts or replaces transactions. */
export async function putTransactions(
  transaction: Kysely<Tables>,
  rows: readonly Tables['transactions'][],
): Promise<void> {
  const unique = new Map(rows.map((row) => [row.hash, row]))
  for (const part of parts([...unique.values()]))
    await transaction
      .insertInto('transactions')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['chain', 'hash']).doUpdateSet((row) => ({
          block_number: row.ref('excluded.block_number'),
          tx_index: row.ref('excluded.tx_index'),
          block_hash: row.ref('excluded.block_hash'),
          timestamp: row.ref('excluded.timestamp'),
          sender: row.ref('excluded.sender'),
          recipient: row.ref('excluded.recipient'),
          value: row.ref('excluded.value'),
          nonce: row.ref('excluded.nonce'),
          selector: row.ref('excluded.selector'),
          payee: row.ref('excluded.payee'),
          created: row.ref('excluded.created'),
          status: row.ref('excluded.status'),
          input: row.ref('excluded.input'),
          delegate: row.ref('excluded.delegate'),
          has_code: row.ref('excluded.has_code'),
          operations: row.ref('excluded.operations'),
        })),
      )
      .execute()
}

/** Inserts or replaces user operations. */
export async function putUserOperations(
  transaction: Kysely<Tables>,
  rows: readonly Tables['user_operations'][],
): Promise<void> {
  const unique = new Map(rows.map((row) => [`${row.block_number} ${row.log_index}`, row]))
  for (const part of parts([...unique.values()]))
    await transaction
      .insertInto('user_operations')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['chain', 'block_number', 'log_index']).doUpdateSet((row) => ({
          tx_index: row.ref('excluded.tx_index'),
          tx_hash: row.ref('excluded.tx_hash'),
          block_hash: row.ref('excluded.block_hash'),
          sender: row.ref('excluded.sender'),
        })),
      )
      .execute()
}

/** Inserts or replaces coin transfers. */
export async function putCoinTransfers(
  transaction: Kysely<Tables>,
  rows: readonly Tables['coin_transfers'][],
): Promise<void> {
  const unique = new Map(rows.map((row) => [`${row.tx_hash} ${row.trace}`, row]))
  for (const part of parts([...unique.values()]))
    await transaction
      .insertInto('coin_transfers')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['chain', 'tx_hash', 'trace']).doUpdateSet((row) => ({
          block_number: row.ref('excluded.block_number'),
          block_hash: row.ref('excluded.block_hash'),
          tx_index: row.ref('excluded.tx_index'),
          sender: row.ref('excluded.sender'),
          recipient: row.ref('excluded.recipient'),
          amount: row.ref('excluded.amount'),
        })),
      )
      .execute()
}

function* parts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += rowsPerInsert)
    yield items.slice(start, start + rowsPerInsert)
}
