import { join } from 'node:path'
import { BaseError } from '@portico/protocol'
import { loadKeyRing, removeKey } from '@portico/server'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import { loadSecrets } from '../secrets/loadSecrets.ts'
import { countByKey } from '../secrets/rewrap.ts'
import type { Command } from './Command.ts'
import { UsageError } from './UsageError.ts'

/** `vault keys`. */
export const keys: Command = {
  help: `npm run vault -- keys                  makes secrets.json and keks.json where there are none, and names the keys
npm run vault -- keys remove <id>      takes a key out of the ring that nothing is under any more`,
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
    if (verb !== 'remove' || id === undefined || rest.length > 0)
      throw new UsageError('That is not understood.')
    const database = await openVaultDatabase({ databaseUrl, dataDir })
    try {
      const count = (await countByKey({ database })).get(id) ?? 0
      if (count > 0)
        throw new BaseError(
          `${count} records are under the key "${id}": run \`npm run vault -- rotate --resume\`.`,
        )
      await removeKey({ file, id })
      print(`Removed ${id}.`)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
