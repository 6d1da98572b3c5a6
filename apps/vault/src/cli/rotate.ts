import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addKey } from '@portico/server'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import { createCipher } from '../secrets/createCipher.ts'
import { openLiveRing } from '../secrets/openLiveRing.ts'
import { countByKey, rewrap } from '../secrets/rewrap.ts'
import type { Command } from './Command.ts'
import { UsageError } from './UsageError.ts'

/** What running vaults need to notice a new key; they look every second. */
const noticeMs = 3000

/** `vault rotate`. */
export const rotate: Command = {
  help: `npm run vault -- rotate [--resume]

Adds a key to the ring, makes it the primary one, and puts everything under it, while vaults run. It may be stopped and
started again with --resume, which adds no key. The old key stays in the ring until \`keys remove\`.`,
  async run({ args, config: { secretsDir, dataDir, databaseUrl }, print }) {
    if (args.some((arg) => arg !== '--resume')) throw new UsageError('That is not understood.')
    const file = join(secretsDir, 'keks.json')
    if (!args.includes('--resume')) {
      print(`Added ${await addKey({ file })}.`)
      await sleep(noticeMs)
    }
    const ring = await openLiveRing({ file, create: false })
    const database = await openVaultDatabase({ databaseUrl, dataDir })
    try {
      const cipher = createCipher({ ring })
      const done = await rewrap({ database, cipher })
      const counts = await countByKey({ database })
      const left = [...counts].filter(([id]) => id !== cipher.primary())
      print(
        `Put ${done} records under ${cipher.primary()}; ${left.length === 0 ? 'none is' : 'some are'} under another key.`,
      )
      return left.length === 0 ? 0 : 1
    } finally {
      ring.close()
      await database.destroy()
    }
  },
}
