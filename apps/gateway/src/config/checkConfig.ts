import { ConfigError } from './ConfigError.ts'
import { readConfig } from './readConfig.ts'

/** What `--check` prints: what is wrong, what is missing, and what the gateway would run with. */
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
    const custody = config.embedded
      ? `embedded wallets for ${config.embedded.walletOrigin}, vault at ${config.embedded.vaultUrl} (auto: whoever runs both servers can open a wallet)`
      : 'no embedded wallets'
    const missing = [
      env.RPC_URLS ? '' : 'RPC_URLS is not set: only the local chains are served.',
      config.projects.size > 0 || config.open
        ? ''
        : 'PROJECTS is not set: only projects made by `npm run gateway -- project add` exist.',
      env.TOKENS ? '' : 'TOKENS is not set: balances show tokens an account has moved, and no others.',
      env.PRICE_FEEDS ? '' : 'PRICE_FEEDS is not set: balances have no values.',
      config.contentGateways.ipfs.length > 0
        ? ''
        : 'IPFS_GATEWAYS is not set: NFTs on IPFS have no pictures.',
      config.rpcUrls.has('eip155:1') ? '' : 'RPC_URLS has no eip155:1: addresses have no ENS names.',
      ...[...config.rpcUrls.keys()]
        .filter((chain) => chain.startsWith('bip122:') && !config.esploraUrls.has(chain))
        .map((chain) => `ESPLORA_URLS has no ${chain}: its accounts have no balances and no history.`),
    ].filter((line) => line !== '')
    return { ok: true, text: [...lines, custody, ...missing].join('\n') }
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, text: error.message }
    throw error
  }
}
