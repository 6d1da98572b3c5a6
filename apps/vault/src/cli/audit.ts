import { join } from 'node:path'
import { createAuditTrail, UsageError } from '@portico/server'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import { loadSecrets } from '../secrets/loadSecrets.ts'
import type { Command } from './Command.ts'

/** `vault audit`. */
export const audit: Command = {
  help: `npm run vault -- audit verify [<seq>:<mac>]   verifies all rows of the audit trail, and that it still contains a saved head
npm run vault -- audit head                   prints the last row as <seq>:<mac>; save it elsewhere, daily`,
  async run({ args, config: { secretsDir, dataDir, databaseUrl }, print }) {
    const [verb, head, ...rest] = args
    const isHead = head === undefined || (verb === 'verify' && /^\d+:[0-9a-f]{64}$/.test(head))
    if ((verb !== 'verify' && verb !== 'head') || !isHead || rest.length > 0)
      throw new UsageError('Unknown arguments.')
    const { audit: secret } = await loadSecrets({ file: join(secretsDir, 'secrets.json'), create: false })
    const database = await openVaultDatabase({ databaseUrl, dataDir })
    try {
      const trail = createAuditTrail<Tables>({ database, secret })
      if (verb === 'head') {
        const { seq, mac } = await trail.head()
        print(`${seq}:${mac}`)
        return 0
      }
      const { rows, brokenAt } = await trail.verify()
      if (brokenAt !== undefined) {
        print(`The audit trail was tampered with: row ${brokenAt} was changed, removed or inserted.`)
        return 1
      }
      if (head !== undefined) {
        const [seq, mac] = head.split(':')
        const row = await database
          .selectFrom('audit')
          .select('mac')
          .where('seq', '=', Number(seq))
          .executeTakeFirst()
        if (seq !== '0' && row?.mac !== mac) {
          print(
            `Row ${seq} does not match the given head: rows were removed, or this is another audit trail.`,
          )
          return 1
        }
      }
      print(`${rows} rows, all unchanged.`)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
