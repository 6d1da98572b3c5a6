import type { Database } from '../../infra/database/openDatabase.ts'

export type HealthStore = {
  /** Writes a row, to detect a full or read-only disk; rejects if the write fails. `at` is in milliseconds. */
  probe(at: number): Promise<void>
}

/** Creates the store that checks whether the database accepts writes. */
export function createHealthStore({ database }: { database: Database }): HealthStore {
  return {
    async probe(at) {
      await database
        .insertInto('probes')
        .values({ name: 'readyz', at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
        .execute()
    },
  }
}
