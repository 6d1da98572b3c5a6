import {
  type Check,
  checkHttp,
  checkPublicUrl,
  type Outcome,
  readConnectSources,
} from '@portico/server/checks'
import { checkSmtp, hashMailHost } from '@portico/server/mail'
import type { Config, EmbeddedConfig } from '../../infra/config/Config.ts'
import { loadKeys } from '../../modules/auth/loadKeys.ts'
import { secretFiles } from '../../modules/embedded/createEmbedded.ts'
import { checkGatewayDatabase } from './checkGatewayDatabase.ts'
import { checkKeys, checkWalletKeys } from './checkKeys.ts'
import { checkRedis } from './checkRedis.ts'
import { checkUpstreams } from './checkUpstreams.ts'

/** Returns what `--check` tries after the configuration: everything that the gateway connects to, and its files. */
export function checkGateway(config: Config): readonly Check[] {
  const { redisUrl, embedded, publicUrls, dataDir, keysFile, trustedProxies } = config
  const cursorSecret = async () => {
    const keys = await loadKeys({ dataDir, file: keysFile, create: false }).catch(() => undefined)
    return keys?.cursorSecret
  }
  return [
    { name: 'keys', run: () => checkKeys(config) },
    { name: 'database', run: () => checkGatewayDatabase(config) },
    ...(redisUrl ? [{ name: `redis at ${new URL(redisUrl).host}`, run: () => checkRedis(redisUrl) }] : []),
    ...checkUpstreams(config),
    ...(embedded ? checkEmbedded({ embedded, dataDir, publicUrls }) : []),
    ...publicUrls.map((url) => ({
      name: `address ${url}`,
      run: async () => checkPublicUrl({ url, secret: await cursorSecret(), trustedProxies }),
    })),
  ]
}

function checkEmbedded({
  embedded,
  dataDir,
  publicUrls,
}: {
  embedded: EmbeddedConfig
  dataDir: string
  publicUrls: readonly string[]
}): readonly Check[] {
  const { smtpUrl } = embedded.introductions
  return [
    {
      name: 'wallet keys',
      run: () => checkWalletKeys({ files: secretFiles({ config: embedded, dataDir }) }),
    },
    {
      name: `mail at ${new URL(smtpUrl).host}`,
      run: () => checkSmtp({ url: smtpUrl }),
    },
    { name: `vault at ${embedded.vaultUrl}`, run: () => checkVault(embedded) },
    { name: `wallet site at ${embedded.walletOrigin}`, run: () => checkWalletSite({ embedded, publicUrls }) },
  ]
}

function checkVault({ vaultUrl, introductions }: EmbeddedConfig): Promise<Outcome[]> {
  return checkHttp({
    url: `${vaultUrl}/.well-known/jwks.json`,
    async read(response) {
      if (response.status !== 200) return { status: 'problem', text: `answers with ${response.status}` }
      const { keys, mailHost } = (await response.json()) as { keys?: unknown; mailHost?: unknown }
      if (!Array.isArray(keys)) return { status: 'problem', text: 'is not a vault' }
      const isShared = mailHost === hashMailHost(introductions.smtpUrl) && !introductions.allowOneMailProvider
      return isShared
        ? {
            status: 'problem',
            text: `mails through the same server as the gateway: use two providers, or set ONE_MAIL_PROVIDER=yes`,
          }
        : { status: 'ok', text: 'publishes its keys' }
    },
  })
}

/** Compares the addresses in the site's pages with this configuration. */
function checkWalletSite({
  embedded: { walletOrigin, vaultUrl },
  publicUrls,
}: {
  embedded: EmbeddedConfig
  publicUrls: readonly string[]
}): Promise<Outcome[]> {
  return checkHttp({
    url: `${walletOrigin}/manage`,
    read({ status, headers }) {
      if (status !== 200) return { status: 'problem', text: `answers with ${status}` }
      const sources = readConnectSources(headers)
      const isOurs = publicUrls.length === 0 || publicUrls.some((url) => sources.includes(url))
      if (isOurs && sources.includes(vaultUrl))
        return { status: 'ok', text: 'calls this gateway and the vault' }
      const other = sources.length > 0 ? `calls ${sources.join(' and ')}` : 'is no wallet site'
      return {
        status: 'problem',
        text: `${other}: compare GATEWAY_URL and VAULT_URL there with PUBLIC_URLS and VAULT_URL here`,
      }
    },
  })
}
