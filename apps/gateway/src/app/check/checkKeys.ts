import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadKeyRing } from '@portico/server'
import type { Outcome } from '@portico/server/checks'
import type { Config } from '../../infra/config/Config.ts'
import { loadKeys } from '../../modules/auth/loadKeys.ts'
import { loadWalletKeys } from '../../modules/embedded/secrets/loadWalletKeys.ts'

/** Reads the key file. Only one in the data folder may be missing: the first start creates it. */
export async function checkKeys({
  dataDir,
  keysFile,
}: Pick<Config, 'dataDir' | 'keysFile'>): Promise<Outcome> {
  const file = keysFile ?? join(dataDir, 'keys.json')
  if (keysFile === undefined && !existsSync(file))
    return { status: 'ok', text: `${file} will be created at the first start` }
  const { verifying } = await loadKeys({ dataDir, file: keysFile, create: false })
  return {
    status: 'ok',
    text: `${file} has ${verifying.size === 1 ? 'one session key' : `${verifying.size} session keys`}`,
  }
}

/** Reads the files of embedded wallets. */
export async function checkWalletKeys({
  files: { ring, keys, mayCreate },
}: {
  files: { ring: string; keys: string; mayCreate: boolean }
}): Promise<Outcome[]> {
  if (mayCreate && !existsSync(ring))
    return [{ status: 'ok', text: `${ring} and ${keys} will be created at the first start` }]
  const { primary, keys: all } = await loadKeyRing({
    file: ring,
    create: false,
    command: 'npm run gateway -- keys wallet',
  })
  const { introductions } = await loadWalletKeys({ file: keys, create: false })
  return [
    { status: 'ok', text: `${ring} has the primary key ${primary}, and ${all.size - 1} others` },
    introductions
      ? { status: 'ok', text: keys }
      : {
          status: 'problem',
          text: `${keys} is from before introductions: run \`npm run gateway -- keys wallet\``,
        },
  ]
}
