import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { BaseError } from '@portico/protocol'
import { readSecretFile, UsageError, writeSecretFile } from '@portico/server'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import { claimLifetimeMs } from '../modules/challenges/createChallenges.ts'
import { reindexEmails } from '../rotation/reindexEmails.ts'
import { reindexIdentities } from '../rotation/reindexIdentities.ts'
import { createBlindIndexes } from '../secrets/createBlindIndexes.ts'
import { createCipher } from '../secrets/createCipher.ts'
import { loadSecrets, secretsFile } from '../secrets/loadSecrets.ts'
import { openLiveRing } from '../secrets/openLiveRing.ts'
import type { Command } from './Command.ts'

/** `vault peppers`. */
export const peppers: Command = {
  help: `npm run vault -- peppers add           creates new peppers beside those in use; then restart all vaults
npm run vault -- peppers use           makes the new peppers primary; then restart all vaults again
npm run vault -- peppers reindex       indexes every address and identity under them while vaults run; may be interrupted and restarted
npm run vault -- peppers remove        removes the old peppers, 25 minutes after the last restart and once none is indexed under them; then restart all vaults`,
  async run({ args: [verb, ...rest], config: { secretsDir, dataDir, databaseUrl }, print }) {
    if (rest.length > 0) throw new UsageError('Unknown arguments.')
    const file = join(secretsDir, 'secrets.json')
    const content = await readSecretFile({ file, schema: secretsFile })
    const { others, emailPepper } = content
    switch (verb) {
      case 'add': {
        if (others)
          throw new BaseError(
            'New peppers were added already. Continue with `peppers use`, `reindex` and `remove`.',
          )
        const added = { emailPepper: random(), isNext: true }
        writeSecretFile({ file, content: { ...content, others: added } })
        print('Added. Restart all vaults, then run `peppers use`.')
        return 0
      }
      case 'use': {
        if (!others?.isNext) throw new BaseError('There are no new peppers: run `peppers add` first.')
        const { emailPepper: next } = others
        const before = { emailPepper, isNext: false }
        writeSecretFile({ file, content: { ...content, emailPepper: next, others: before } })
        print('Changed. Restart all vaults, then run `peppers reindex`.')
        return 0
      }
      case 'reindex': {
        const done = await reindexAll({ dry: false })
        const left = await reindexAll({ dry: true })
        print(
          `Indexed ${done} addresses; ${left === 0 ? 'none is' : `${left} are`} left under another pepper.`,
        )
        return left === 0 ? 0 : 1
      }
      case 'remove': {
        if (!others || others.isNext) throw new BaseError('There are no old peppers.')
        // A lower bound: only the operator knows when the last vault was restarted after this.
        if (Date.now() - statSync(file).mtimeMs < claimLifetimeMs)
          throw new BaseError(
            'Logins that were started under the old pepper are still open: wait until 25 minutes after the last vault was restarted.',
          )
        const left = await reindexAll({ dry: true })
        if (left > 0)
          throw new BaseError(`${left} addresses are indexed under the old pepper: run \`peppers reindex\`.`)
        const { others: _removed, ...rest } = content
        writeSecretFile({ file, content: rest })
        print('Removed. Restart all vaults.')
        return 0
      }
      default:
        throw new UsageError('Unknown arguments.')
    }

    async function reindexAll({ dry }: { dry: boolean }): Promise<number> {
      const secrets = await loadSecrets({ file, create: false })
      const ring = await openLiveRing({ file: join(secretsDir, 'keks.json'), create: false })
      const database = await openVaultDatabase({ databaseUrl, dataDir })
      try {
        const [cipher, blindIndexes] = [createCipher({ ring }), createBlindIndexes({ secrets })]
        const call = { database, cipher, blindIndexes, dry }
        return (await reindexEmails(call)) + (await reindexIdentities(call))
      } finally {
        ring.close()
        await database.destroy()
      }
    }
  },
}

const random = () => randomBytes(32).toString('base64url')
