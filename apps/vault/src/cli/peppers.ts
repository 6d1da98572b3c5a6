import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { BaseError } from '@portico/protocol'
import { readSecretFile, writeSecretFile } from '@portico/server'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import { codeLifetimeMs } from '../modules/transactions/createCodes.ts'
import { createBlinds } from '../secrets/createBlinds.ts'
import { createCipher } from '../secrets/createCipher.ts'
import { loadSecrets, secretsFile } from '../secrets/loadSecrets.ts'
import { openLiveRing } from '../secrets/openLiveRing.ts'
import { reindex } from '../secrets/reindex.ts'
import type { Command } from './Command.ts'
import { UsageError } from './UsageError.ts'

/** `vault peppers`. */
export const peppers: Command = {
  help: `npm run vault -- peppers add           makes new ones beside those in use; then restart all vaults
npm run vault -- peppers use           puts the new ones first; then restart all vaults again
npm run vault -- peppers reindex       puts every address under them, while vaults run; may be stopped and started again
npm run vault -- peppers remove        takes the old ones out, ten minutes after the last restart and once nothing is under them; then restart all vaults`,
  async run({ args: [verb, ...rest], config: { secretsDir, dataDir, databaseUrl }, print }) {
    if (rest.length > 0) throw new UsageError('That is not understood.')
    const file = join(secretsDir, 'secrets.json')
    const content = await readSecretFile({ file, schema: secretsFile })
    const { others, codePepper, emailPepper } = content
    switch (verb) {
      case 'add': {
        if (others) throw new BaseError('There are two of each already: use, reindex and remove come next.')
        const added = { codePepper: random(), emailPepper: random(), isNext: true }
        writeSecretFile({ file, content: { ...content, others: added } })
        print('Added. Restart all vaults, and then run `peppers use`.')
        return 0
      }
      case 'use': {
        if (!others?.isNext) throw new BaseError('There are no new ones: run `peppers add` first.')
        const next = { codePepper: others.codePepper, emailPepper: others.emailPepper }
        const before = { codePepper, emailPepper, isNext: false }
        writeSecretFile({ file, content: { ...content, ...next, others: before } })
        print('Changed. Restart all vaults, and then run `peppers reindex`.')
        return 0
      }
      case 'reindex': {
        const done = await overAddresses({ dry: false })
        const left = await overAddresses({ dry: true })
        print(`Indexed ${done} addresses; ${left === 0 ? 'none is' : `${left} are`} under another pepper.`)
        return left === 0 ? 0 : 1
      }
      case 'remove': {
        if (!others || others.isNext) throw new BaseError('There are no old ones.')
        // At least: when the last vault was restarted after that, only who did it knows.
        if (Date.now() - statSync(file).mtimeMs < codeLifetimeMs)
          throw new BaseError(
            'Codes that were mailed under the old pepper still live: wait until ten minutes after the last vault was restarted.',
          )
        const left = await overAddresses({ dry: true })
        if (left > 0)
          throw new BaseError(`${left} addresses are under the old pepper: run \`peppers reindex\`.`)
        const { others: _removed, ...kept } = content
        writeSecretFile({ file, content: kept })
        print('Removed. Restart all vaults.')
        return 0
      }
      default:
        throw new UsageError('That is not understood.')
    }

    async function overAddresses({ dry }: { dry: boolean }): Promise<number> {
      const secrets = await loadSecrets({ file, create: false })
      const ring = await openLiveRing({ file: join(secretsDir, 'keks.json'), create: false })
      const database = await openVaultDatabase({ databaseUrl, dataDir })
      try {
        const [cipher, blinds] = [createCipher({ ring }), createBlinds({ secrets })]
        return await reindex({ database, cipher, blinds, dry })
      } finally {
        ring.close()
        await database.destroy()
      }
    }
  },
}

const random = () => randomBytes(32).toString('base64url')
