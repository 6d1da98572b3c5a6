import type { IntroductionCodeFormat } from '@portico/protocol/gateway'
import type { Database } from '../../../infra/database/openDatabase.ts'

/** Creates the queries on the mailed code of a row, the same for introductions and changes of address. */
export function createMailedCodeStore({
  database,
  table,
}: {
  database: Database
  table: 'introductions' | 'address_changes'
}) {
  const change = (id: string) => database.updateTable(table).where('id', '=', id)

  return {
    /** Stores a new code, which invalidates the previous one. The number of tries stays. */
    async setCode({
      id,
      format,
      mac,
      now,
    }: {
      id: string
      format: IntroductionCodeFormat
      mac: string
      now: number
    }): Promise<void> {
      await change(id).set({ format, code_mac: mac, sent_at: now }).execute()
    },

    async countTry(id: string): Promise<void> {
      await change(id)
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .execute()
    },
  }
}
