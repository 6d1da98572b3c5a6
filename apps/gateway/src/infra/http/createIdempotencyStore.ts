import { createSweep } from '@portico/server'
import type { Database } from '../database/openDatabase.ts'

/** The stored response to a request. */
export type StoredResponse = { status: number; headers: Record<string, string>; body: string }

/**
 * State of a key: `own` if it was free and now belongs to the caller, `running` if the same request is in progress,
 * `other` if it belongs to a different request, `answered` with the stored response.
 */
export type IdempotencyState =
  | { kind: 'own' }
  | { kind: 'running' }
  | { kind: 'other' }
  | { kind: 'answered'; response: StoredResponse }

export type IdempotencyStore = {
  /** Reserves a key for a request if it is free. Of two concurrent calls only one gets the key. */
  begin(call: { projectId: string; key: string; requestHash: string; now: number }): Promise<IdempotencyState>
  /** Stores the response of the request that holds a key. */
  save(call: { projectId: string; key: string; response: StoredResponse }): Promise<void>
  /** Frees a key whose request had no effect. */
  release(call: { projectId: string; key: string }): Promise<void>
}

const retentionMs = 24 * 60 * 60_000
/** Milliseconds after which a key is free again: no request takes this long, so its process must have ended. */
const abandonedAfterMs = 60_000

/** Creates the store of responses by `Idempotency-Key`. */
export function createIdempotencyStore({ database }: { database: Database }): IdempotencyStore {
  const sweep = createSweep({
    database,
    run: (transaction, now) =>
      transaction
        .deleteFrom('idempotency')
        .where('started_at', '<=', now - retentionMs)
        .execute(),
  })

  return {
    async begin({ projectId, key, requestHash, now }) {
      await sweep(now)
      const own = { request_hash: requestHash, status: null, headers: null, body: null, started_at: now }
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('idempotency')
        .values({ project_id: projectId, key, ...own })
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'key'])
            .doUpdateSet(own)
            .where((row) =>
              row.or([
                row('idempotency.started_at', '<=', now - retentionMs),
                row.and([
                  row('idempotency.status', 'is', null),
                  row('idempotency.started_at', '<=', now - abandonedAfterMs),
                ]),
              ]),
            ),
        )
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 1n) return { kind: 'own' }
      const row = await database
        .selectFrom('idempotency')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('key', '=', key)
        .executeTakeFirst()
      // The key was released in between: report it as running, so that the client retries.
      if (!row) return { kind: 'running' }
      if (row.request_hash !== requestHash) return { kind: 'other' }
      if (row.status === null) return { kind: 'running' }
      const headers = JSON.parse(row.headers ?? '{}') as Record<string, string>
      return { kind: 'answered', response: { status: row.status, headers, body: row.body ?? '' } }
    },
    async save({ projectId, key, response: { status, headers, body } }) {
      await database
        .updateTable('idempotency')
        .set({ status, headers: JSON.stringify(headers), body })
        .where('project_id', '=', projectId)
        .where('key', '=', key)
        .execute()
    },
    async release({ projectId, key }) {
      await database
        .deleteFrom('idempotency')
        .where('project_id', '=', projectId)
        .where('key', '=', key)
        .where('status', 'is', null)
        .execute()
    },
  }
}
