import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

/** What removes rows of a table: a file with the job. Or why nothing needs to. */
export type Retention = { job: string } | { reason: string }

/**
 * Compares a list of what removes rows of each table with a SQLite database and with the source of the jobs.
 *
 * @param folder what the paths of the jobs are relative to
 * @returns `names`: the tables of the database. `unremoved`: those whose job does not delete from them
 */
export async function checkRetention<Tables>({
  database,
  tables,
  folder,
}: {
  database: Kysely<Tables>
  tables: Readonly<Record<string, Retention>>
  folder: string
}): Promise<{ names: string[]; unremoved: string[] }> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(database)
  const unremoved = Object.entries(tables).flatMap(([table, retention]) => {
    if ('reason' in retention) return []
    const source = readFileSync(join(folder, retention.job), 'utf8')
    // Some jobs name their tables in a list.
    const removes = `deleteFrom\\('${table}'\\)|delete from ${table}\\b|'${table}'[^;]*\\.deleteFrom\\(table\\)`
    return new RegExp(removes, 's').test(source) ? [] : [table]
  })
  return { names: rows.map(({ name }) => name), unremoved }
}
