import { join } from 'node:path'
import { BaseError } from '@portico/protocol'
import { loadKeyRing, removeKey, UsageError } from '@portico/server'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import { countByKey } from '../rotation/rewrapRecords.ts'
import { loadSecrets } from '../secrets/loadSecrets.ts'
import type { Command } from './Command.ts'

/** `vault keys`. */
export const keys: Command = {
  help: `npm run vault -- keys                  creates secrets.json and keks.json if they do not exist, and lists the keys
npm run vault -- keys remove <id>      removes a key under which nothing is encrypted any more`,
  async run({ args, config: { secretsDir, dataDir, databaseUrl }, print }) {
    const file = join(secretsDir, 'keks.json')
    const [verb, id, ...rest] = args
    if (verb === undefined) {
      const { signing, sealing } = await loadSecrets({ file: join(secretsDir, 'secrets.json'), create: true })
      const ring = await loadKeyRing({ file, create: true })
      const others = [...ring.keys.keys()].filter((key) => key !== ring.primary)
      print(
        [
          secretsDir,
          `signing   ${signing.kid}`,
          `sealing   ${[...sealing.keys()].join(', ')}`,
          `ring      ${[`${ring.primary} (primary)`, ...others].join(', ')}`,
        ].join('\n'),
      )
      return 0
    }
    if (verb !== 'remove' || id === undefined || rest.length > 0) throw new UsageError('Unknown arguments.')
    const database = await openVaultDatabase({ databaseUrl, dataDir })
    try {
      const count = (await countByKey({ database })).get(id) ?? 0
      if (count > 0)
        throw new BaseError(
          `${count} records are encrypted under the key "${id}": run \`npm run vault -- rotate --resume\`.`,
        )
      await removeKey({ file, id })
      print(`Removed ${id}.`)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
