import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const files = {
  gateway: 'gateway/gateway.sqlite',
  vault: 'vault/vault.sqlite',
  relay: 'gateway/relay.sqlite',
}

/**
 * Returns how many bytes each table of the servers' databases holds, with its indexes. Bytes in use, not pages: a table of ten rows has
 * the same size for each row as one of a million.
 *
 * @param {string} dataDir
 * @returns {Record<'gateway' | 'vault' | 'relay', Record<string, number>>}
 */
export function readGrowth(dataDir) {
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => {
      const path = join(dataDir, file)
      if (!existsSync(path)) throw new Error(`${path} does not exist.`)
      const database = new DatabaseSync(path, { readOnly: true })
      const rows = database
        .prepare(
          `select m.tbl_name as name, sum(s.payload + s.ncell * 4) as bytes
           from dbstat s join sqlite_master m on m.name = s.name group by m.tbl_name`,
        )
        .all()
      database.close()
      return [name, Object.fromEntries(rows.map((row) => [row.name, row.bytes]))]
    }),
  )
}

/** Returns the number of embedded users at the vault. */
export function countUsers(dataDir) {
  const database = new DatabaseSync(join(dataDir, files.vault), { readOnly: true })
  const { users } = database.prepare('select count(*) as users from users').get()
  database.close()
  return users
}
