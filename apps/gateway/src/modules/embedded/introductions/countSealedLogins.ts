import type { Database } from '../../../infra/database/openDatabase.ts'

/** Counts the introductions, changes of address and mails that are encrypted with a key of the ring and have not expired. */
export async function countSealedLogins({
  database,
  kekId,
  now,
}: {
  database: Database
  kekId: string
  now: number
}): Promise<number> {
  let total = 0
  for (const table of ['introductions', 'address_changes', 'mails'] as const) {
    const { count } = await database
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kek_id', '=', kekId)
      .where('sealed', '!=', '')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    total += Number(count)
  }
  return total
}
