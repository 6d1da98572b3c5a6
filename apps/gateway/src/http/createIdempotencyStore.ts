import { createSweep } from '@portico/server'
import type { Database } from '../database/openDatabase.ts'

/** What a request was answered with. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string }

/** What is known of a key: nothing (then it is the caller's now), a request that runs, another request, or its answer. */
export type IdempotencyState =
  | { kind: 'own' }
  | { kind: 'running' }
  | { kind: 'other' }
  | { kind: 'answered'; answer: KeptAnswer }

export type IdempotencyStore = {
  /** Takes a key for a request, unless it is taken. Of two calls at once one gets it. */
  begin(call: { projectId: string; key: string; requestHash: string; now: number }): Promise<IdempotencyState>
  keep(call: { projectId: string; key: string; answer: KeptAnswer }): Promise<void>
  /** Gives a key back: the request had no effect. */
  release(call: { projectId: string; key: string }): Promise<void>
}

const keepFor = 24 * 60 * 60_000
/** No request takes so long: whoever began it is gone. */
const givenUpAfter = 60_000

/** Answers by `Idempotency-Key`, in SQL. */
export function createIdempotencyStore({ database }: { database: Database }): IdempotencyStore {
  const sweep = createSweep({
    database,
    run: (transaction, now) =>
      transaction
        .deleteFrom('idempotency')
        .where('started_at', '<=', now - keepFor)
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
                row('idempotency.started_at', '<=', now - keepFor),
                row.and([
                  row('idempotency.status', 'is', null),
                  row('idempotency.started_at', '<=', now - givenUpAfter),
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
      // It was given back in between; the client asks again.
      if (!row) return { kind: 'running' }
      if (row.request_hash !== requestHash) return { kind: 'other' }
      if (row.status === null) return { kind: 'running' }
      const headers = JSON.parse(row.headers ?? '{}') as Record<string, string>
      return { kind: 'answered', answer: { status: row.status, headers, body: row.body ?? '' } }
    },
    async keep({ projectId, key, answer: { status, headers, body } }) {
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
