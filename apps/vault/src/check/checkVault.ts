import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkDatabase, loadKeyRing } from '@portico/server'
import {
  type Check,
  checkFolder,
  checkHttp,
  checkPublicUrl,
  describeDatabase,
  type Outcome,
  readConnectSources,
} from '@portico/server/checks'
import { checkSmtp } from '@portico/server/mail'
import type { Config } from '../config/Config.ts'
import { migrations } from '../database/migrations.ts'
import { openVaultDatabase } from '../database/openVaultDatabase.ts'
import { loadSecrets } from '../secrets/loadSecrets.ts'

/** Returns what `--check` tries after the configuration: everything that the vault connects to, and its files. */
export function checkVault(config: Config): readonly Check[] {
  const { secretsDir, smtpUrl, gatewayUrl, walletOrigin, publicUrls, trustedProxies, production } = config
  const file = join(secretsDir, 'secrets.json')
  return [
    { name: 'secrets', run: () => checkSecrets({ secretsDir, file, production }) },
    { name: 'database', run: () => checkVaultDatabase(config) },
    {
      name: `mail at ${new URL(smtpUrl).host}`,
      run: () => checkSmtp({ url: smtpUrl }),
    },
    { name: `gateway at ${gatewayUrl}`, run: () => checkGateway(gatewayUrl) },
    {
      name: `wallet site at ${walletOrigin}`,
      run: () => checkWalletSite({ walletOrigin, gatewayUrl, vaultUrl: publicUrls[0] }),
    },
    ...publicUrls.map((url) => ({
      name: `address ${url}`,
      async run() {
        const secrets = await loadSecrets({ file, create: false }).catch(() => undefined)
        return checkPublicUrl({ url, secret: secrets?.nonce, trustedProxies })
      },
    })),
  ]
}

/** Reads the files of secrets. In development the first start creates them. */
async function checkSecrets({
  secretsDir,
  file,
  production,
}: {
  secretsDir: string
  file: string
  production: boolean
}): Promise<Outcome> {
  if (!production && !existsSync(file))
    return { status: 'ok', text: `${secretsDir} gets its files at the first start` }
  const { signing } = await loadSecrets({ file, create: false })
  const ring = join(secretsDir, 'keks.json')
  const { primary } = await loadKeyRing({ file: ring, create: false, command: 'npm run vault -- keys' })
  return {
    status: 'ok',
    text: `${secretsDir} has the signing key ${signing.kid} and the primary key ${primary}`,
  }
}

async function checkVaultDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<readonly Outcome[]> {
  const file = join(dataDir, 'vault.sqlite')
  if (databaseUrl === undefined && !existsSync(file)) return [await checkFolder(dataDir)]
  const database = await openVaultDatabase({
    databaseUrl,
    dataDir,
    connections: 1,
    prepare: async () => undefined,
  })
  try {
    return describeDatabase(await checkDatabase({ database, migrations }), { databaseUrl, file })
  } finally {
    await database.destroy()
  }
}

function checkGateway(gatewayUrl: string): Promise<Outcome[]> {
  return checkHttp({
    url: `${gatewayUrl}/wallet/v1/jwks`,
    read: ({ status }) =>
      status === 200
        ? { status: 'ok', text: 'publishes its keys' }
        : {
            status: 'problem',
            text: `answers with ${status}${status === 404 ? ': embedded wallets are off there' : ''}`,
          },
  })
}

function checkWalletSite({
  walletOrigin,
  gatewayUrl,
  vaultUrl,
}: {
  walletOrigin: string
  gatewayUrl: string
  vaultUrl: string
}): Promise<Outcome[]> {
  return checkHttp({
    url: `${walletOrigin}/manage`,
    read({ status, headers }) {
      if (status !== 200) return { status: 'problem', text: `answers with ${status}` }
      const sources = readConnectSources(headers)
      return sources.includes(gatewayUrl) && sources.includes(vaultUrl)
        ? { status: 'ok', text: 'calls this vault and the gateway' }
        : {
            status: 'problem',
            text: `calls ${sources.join(' and ') || 'neither'}: compare GATEWAY_URL and VAULT_URL there with those here`,
          }
    },
  })
}
