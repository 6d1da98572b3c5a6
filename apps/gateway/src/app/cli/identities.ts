import { BaseError } from '@portico/protocol'
import { createAuditTrail, UsageError } from '@portico/server'
import { openDatabase } from '../../infra/database/openDatabase.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { createVaultKeys } from '../../modules/embedded/assertions/createVaultKeys.ts'
import { createVaultStatements } from '../../modules/embedded/assertions/createVaultStatements.ts'
import { secretFiles } from '../../modules/embedded/createEmbedded.ts'
import { createIdentityIndexes } from '../../modules/embedded/introductions/createIdentityIndexes.ts'
import {
  type ImportRefusal,
  type ImportReport,
  importIdentities,
} from '../../modules/embedded/introductions/importIdentities.ts'
import { readIdentityFile } from '../../modules/embedded/introductions/readIdentityFile.ts'
import { loadWalletKeys } from '../../modules/embedded/secrets/loadWalletKeys.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'

/** `gateway identities import <file>`. */
export const identities: Command = {
  summary:
    'identities import <file>        take over the e-mail addresses of users from before introductions',
  help: `npm run gateway -- identities import <file> [--json]

Stores the addresses of users from before introductions, as HMACs, from a file that \`npm run vault -- identities export\`
wrote, and introduces the keys of the browsers that can open their wallets. Changes only users with a wallet and without an
address, so it may be repeated, and the gateway may be running. The vault must be running: the file is signed with its key.
When to run it: docs/operate.md.
Exit code 1 if a user was refused.
  --json   {"imported":n,"keys":n,"unchanged":n,"withoutWallet":n,"refused":[{"userId":"…","reason":"…"}]}`,
  async run({ args, config: { embedded, dataDir, databaseUrl }, print }) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } })
    const [verb, file, ...more] = positionals
    if (verb !== 'import' || file === undefined || more.length > 0)
      throw new UsageError('Give the path of one file: `identities import <file>`.')
    if (!embedded) throw new BaseError('Embedded wallets are off: set WALLET_ORIGIN.')
    const path = secretFiles({ config: embedded, dataDir }).keys
    const { introductions: secrets, audit: secret } = await loadWalletKeys({ file: path, create: false })
    if (!secrets)
      throw new BaseError(
        `The secrets file ${path} has no secrets for introductions: add them with \`keys wallet\`.`,
      )
    const users = await readUsers({ file, sealing: secrets.sealing, vaultUrl: embedded.vaultUrl })
    const database = await openDatabase({ databaseUrl, dataDir })
    try {
      const report = await importIdentities({
        users,
        database,
        audit: createAuditTrail({ database, secret }),
        indexesOf: createIdentityIndexes({ peppers: secrets.identityPeppers }),
        now: Date.now,
      })
      print(values.json ? JSON.stringify(report) : describe(report))
      return report.refused.length === 0 ? 0 : 1
    } finally {
      await database.destroy()
    }
  },
}

async function readUsers({
  vaultUrl,
  ...call
}: Omit<Parameters<typeof readIdentityFile>[0], 'statements'> & { vaultUrl: string }) {
  const now = Date.now
  // The one failure is reported below.
  const log = { warn: () => undefined }
  const keys = createVaultKeys({ vaultUrl, fetch, log, now })
  try {
    return await readIdentityFile({
      ...call,
      statements: createVaultStatements({ keys, issuer: vaultUrl, now }),
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'vault-unavailable')
      throw new BaseError(`Could not read the keys of the vault from ${vaultUrl}/.well-known/jwks.json.`)
    throw error
  }
}

const reasons: Readonly<Record<ImportRefusal, string>> = {
  'address-twice': 'another user of the file has the same address',
  'address-taken': 'its address belongs to another user of this gateway',
  'other-address': 'it has another address at this gateway',
  'address-invalid': 'its address is not valid',
}

function describe({ imported, keys, unchanged, withoutWallet, refused }: ImportReport): string {
  return [
    `Imported ${imported} users with ${keys} browsers.`,
    `${unchanged} users had been imported or have logged in with a code of this gateway.`,
    `${withoutWallet} users have no wallet and will log in as new users.`,
    `${refused.length} users were refused.`,
    ...refused.map(({ userId, reason }) => `  ${userId}: ${reasons[reason]}`),
  ].join('\n')
}
