import { openCatalogue } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { ConfigError } from '@portico/server/process'
import { describeRedirectUris } from '@portico/server/social'
import type { Config, EmbeddedConfig } from '../../infra/config/Config.ts'
import { readJson } from '../../infra/config/readJson.ts'
import { createDexes } from '../../modules/convert/onchain/createDexes.ts'
import { describeSponsoring } from './describeSponsoring.ts'
import { readConfig } from './readConfig.ts'
import { readSmartAccountChains } from './readSmartAccounts.ts'

/** Returns the output of `--check`: the configuration in effect and what is missing, or the invalid values. */
export function checkConfig(env: Readonly<Record<string, string | undefined>>): {
  ok: boolean
  text: string
} {
  try {
    const config = readConfig(env)
    const lines = [
      `listens on ${config.host}:${config.port}`,
      config.databaseUrl ? 'data in PostgreSQL (DATABASE_URL)' : `data in ${config.dataDir}`,
      `chains: ${[...new Set([...config.rpcUrls.keys(), ...config.esploraUrls.keys()])].join(', ')}`,
      `projects: ${[...config.projects.keys()].join(', ') || 'none'}${config.open ? ' (and any other id: GATEWAY_OPEN)' : ''}`,
    ]
    const faucets = [...config.faucets].map(([chain, { amount }]) => `faucet: ${amount} on ${chain} per call`)
    const swaps = describeSwaps(config)
    const custody = config.embedded
      ? `embedded wallets for ${config.embedded.walletOrigin}, vault at ${config.embedded.vaultUrl} (auto: whoever runs both servers can open a wallet)`
      : 'embedded wallets are off'
    const buying = describeOnramp(config)
    const introductions = config.embedded
      ? [
          ...describeIntroductions(config.embedded),
          describeSmartAccounts(config, env),
          ...describeSponsoring(config),
        ]
      : []
    const missing = [
      env.RPC_URLS ? '' : 'RPC_URLS is not set: only the local networks are served.',
      config.projects.size > 0 || config.open
        ? ''
        : 'PROJECTS is not set: only projects created with `npm run gateway -- project add` exist.',
      config.relay.hosts.length > 0
        ? ''
        : 'PUBLIC_URLS and RELAY_HOSTS are not set: the relay accepts no clients.',
      env.TOKENS ? '' : 'TOKENS is not set: balances show only tokens that an account has moved.',
      env.PRICE_FEEDS
        ? ''
        : 'PRICE_FEEDS is not set: balances have no values unless another price source is configured.',
      config.contentGateways.ipfs.length > 0 ? '' : 'IPFS_GATEWAYS is not set: NFTs on IPFS have no images.',
      config.rpcUrls.has('eip155:1') ? '' : 'RPC_URLS has no eip155:1: addresses have no ENS names.',
      ...[...config.rpcUrls.keys()]
        .filter((chain) => chain.startsWith('bip122:') && !config.esploraUrls.has(chain))
        .map((chain) => `ESPLORA_URLS has no ${chain}: its accounts have no balances and no activity.`),
      ...namesIn(env.FAUCETS)
        .filter((chain) => !config.faucets.has(chain as CaipNetworkId))
        .map((chain) => `FAUCETS has ${chain}, but RPC_URLS does not: it gives nothing there.`),
      ...[...config.swaps.makers.keys()]
        .filter((chain) => !config.rpcUrls.has(chain))
        .map((chain) => `SWAP_MAKERS has ${chain}, but RPC_URLS does not: its maker is not asked.`),
      ...readSmartAccountChains((name) => env[name])
        .filter((chain) => !config.rpcUrls.has(chain as CaipNetworkId))
        .map((chain) => `SMART_ACCOUNT_CHAINS has ${chain}, but RPC_URLS does not: no smart accounts there.`),
      ...namesIn(env.PAYMASTERS)
        .filter((chain) => !config.sponsoring?.networks.has(chain as CaipNetworkId))
        .map(
          (chain) =>
            `PAYMASTERS has ${chain}, but there are no smart accounts (RPC_URLS, SMART_ACCOUNTS, SMART_ACCOUNT_CHAINS): nothing is sponsored there.`,
        ),
      ...[...(config.sponsoring?.projects.keys() ?? [])]
        .filter((project) => !config.projects.has(project))
        .map(
          (project) =>
            `SPONSORS has ${project}, but PROJECTS does not: it pays only if the database has that project.`,
        ),
      ...[...config.swaps.dexes.keys()]
        .filter((chain) => !config.rpcUrls.has(chain))
        .map((chain) => `DEXES has ${chain}, but RPC_URLS does not: nothing is swapped there.`),
    ].filter((line) => line !== '')
    const all = [...lines, ...swaps, ...faucets, custody, ...introductions, ...buying, ...missing]
    return { ok: true, text: all.join('\n') }
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, text: error.message }
    throw error
  }
}

/** The keys of a variable in JSON that has been validated. */
const namesIn = (json: string | undefined): string[] => (json ? Object.keys(readJson(json) as object) : [])

/** Returns the providers of swaps, and the exchanges over whose pools they go. */
function describeSwaps({
  swaps: { providers, makers, dexes: configured },
  rpcUrls,
  catalogueDir,
}: Config): string[] {
  const others = [...makers].map(([chain, url]) => `maker at ${new URL(url).host} on ${chain}`)
  const line = `swaps: ${[...providers, ...others].join(', ') || 'none'}`
  if (!providers.includes('onchain')) return [line]
  const dexesOf = createDexes({ configured, catalogue: openCatalogue({ folder: catalogueDir }) })
  const exchanges = [...rpcUrls.keys()].flatMap((chain) => {
    const ids = dexesOf(chain).map(({ id }) => id)
    return ids.length > 0 ? [`exchanges on ${chain}: ${ids.join(', ')}`] : []
  })
  const none = 'no network of RPC_URLS has an exchange: set DEXES, or nothing is swapped over pools.'
  return [line, ...(exchanges.length > 0 ? exchanges : [none])]
}

/** Returns what can be bought where, and the URLs that the operator registers at the providers. */
function describeOnramp({ onramp: { providers, countries, needsSession }, publicUrls }: Config): string[] {
  if (providers.length === 0) return ['buying is off: ONRAMP_PROVIDERS is not set']
  const ids = providers.map((provider) => (provider.kind === 'template' ? provider.id : provider.kind))
  const where = countries ? ` in ${[...countries].join(', ')}` : ''
  const who = needsSession ? ', for signed-in accounts' : ''
  const reporting = providers.filter(({ kind }) => kind !== 'template' && kind !== 'play')
  return [
    `buying: ${ids.join(', ')}${where}${who}`,
    ...reporting.map(
      ({ kind }) =>
        `webhook to register at ${kind}: ${publicUrls[0] ?? '<PUBLIC_URLS>'}/v1/onramp/webhooks/${kind}`,
    ),
  ]
}

function describeIntroductions({
  introductions: { smtpUrl, isRequired },
  social: { clientIds, issuers, farcasterRpcUrls },
  walletOrigin,
}: EmbeddedConfig): string[] {
  // Leave out user and password.
  const through = `introductions: mails codes through ${new URL(smtpUrl).host}`
  const rule = isRequired
    ? 'required for new keys'
    : 'optional: logins with the vault’s assertion alone are accepted'
  const providers = [...clientIds.keys()].join(', ') || 'none'
  const logins = `social logins: ${providers}${issuers ? ` (at ${issuers})` : ''}`
  const redirects = [...clientIds.keys()].map((provider) => describeRedirectUris({ walletOrigin, provider }))
  const farcaster = farcasterRpcUrls
    ? [`logins with Farcaster: verified with ${farcasterRpcUrls.length} nodes`]
    : []
  return [`${through}; ${rule}`, logins, ...redirects, ...farcaster]
}

function describeSmartAccounts(
  { smartAccountNetworks: networks }: Config,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (env.SMART_ACCOUNTS === 'off') return 'smart accounts are off: SMART_ACCOUNTS is off'
  if (networks.length === 0)
    return `smart accounts are off: ${env.SMART_ACCOUNT_CHAINS ? 'SMART_ACCOUNT_CHAINS' : 'RPC_URLS'} has no EVM network${env.SMART_ACCOUNT_CHAINS ? ' of RPC_URLS' : ''}`
  return `smart accounts: accounts may delegate to ${delegatorContracts.EIP7702StatelessDeleGator} on ${networks.join(', ')}, where the node shows it`
}
