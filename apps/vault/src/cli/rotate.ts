import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addKey, UsageError } from '@portico/server'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import { countByKey, rewrapRecords } from '../rotation/rewrapRecords.ts'
import { createCipher } from '../secrets/createCipher.ts'
import { openLiveRing } from '../secrets/openLiveRing.ts'
import type { Command } from './Command.ts'

/** Time for running vaults to load the new key; they check the file every second. */
const reloadMs = 3000

/** `vault rotate`. */
export const rotate: Command = {
  help: `npm run vault -- rotate [--resume]

Adds a key to the ring, makes it primary and re-encrypts everything under it, while vaults run. It may be interrupted and
restarted with --resume, which adds no key. The old key stays in the ring until \`keys remove\`.`,
  async run({ args, config: { secretsDir, dataDir, databaseUrl }, print }) {
    if (args.some((arg) => arg !== '--resume')) throw new UsageError('Unknown arguments.')
    const file = join(secretsDir, 'keks.json')
    if (!args.includes('--resume')) {
      print(`Added ${await addKey({ file })}.`)
      await sleep(reloadMs)
    }
    const ring = await openLiveRing({ file, create: false })
    const database = await openVaultDatabase({ databaseUrl, dataDir })
    try {
      const cipher = createCipher({ ring })
      const done = await rewrapRecords({ database, cipher })
      const counts = await countByKey({ database })
      const left = [...counts].filter(([id]) => id !== cipher.primary())
      print(
        `Re-encrypted ${done} records under ${cipher.primary()}; ${left.length === 0 ? 'none is' : 'some are'} left under another key.`,
      )
      return left.length === 0 ? 0 : 1
    } finally {
      ring.close()
      await database.destroy()
    }
  },
}
