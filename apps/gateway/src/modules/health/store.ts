import type { Database } from '../../database/openDatabase.ts'

export type HealthStore = {
  /** Writes something, so that a full or read-only disk is noticed; rejects if that is not possible. */
  probe(at: number): Promise<void>
}

/** Writes to the database to see whether it can be written to. */
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
