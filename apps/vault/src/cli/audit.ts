import { join } from 'node:path'
import { createAuditTrail } from '@portico/server'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import { loadSecrets } from '../secrets/loadSecrets.ts'
import type { Command } from './Command.ts'
import { UsageError } from './UsageError.ts'

/** `vault audit`. */
export const audit: Command = {
  help: `npm run vault -- audit verify [<seq>:<mac>]   reads the whole trail; with a head, that it still holds it
npm run vault -- audit head                   the last row as <seq>:<mac>, to be kept elsewhere, daily`,
  async run({ args, config: { secretsDir, dataDir, databaseUrl }, print }) {
    const [verb, head, ...rest] = args
    const isHead = head === undefined || (verb === 'verify' && /^\d+:[0-9a-f]{64}$/.test(head))
    if ((verb !== 'verify' && verb !== 'head') || !isHead || rest.length > 0)
      throw new UsageError('That is not understood.')
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
        print(`The trail is broken at row ${brokenAt}: it is not what was written.`)
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
          print(`Row ${seq} is not the one of that head: rows were cut off, or the trail is another one.`)
          return 1
        }
      }
      print(`${rows} rows, all as they were written.`)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
