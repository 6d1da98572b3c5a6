import { readPort, visibleHost } from '@portico/page-server'
import type { ServerAddresses } from '../kit/serverAddresses.ts'

/** What the program is told by its environment. */
export interface Settings {
  host: string
  port: number
  /** Where the visitor opens the page. */
  url: string
  /** Through Vite, with reloading and without the security policy. */
  dev: boolean
  addresses: ServerAddresses
}

/**
 * Settings from the environment; see the README for the variables.
 *
 * `RPC_URLS` is not read: on a developer's machine it may hold addresses with a secret in them, which belong in the
 * gateway and never in a page.
 *
 * @throws {Error} naming the variable that is not a port
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const host = env.HOST || '127.0.0.1'
  const visible = visibleHost(host)
  const at = (variable: string, fallback: number, name = visible) =>
    `http://${name}:${readPort(env, variable, fallback)}`
  return {
    host,
    port: readPort(env, 'DEMO_PORT', 4400),
    url: at('DEMO_PORT', 4400),
    dev: env.DEMO_DEV === '1',
    addresses: {
      gatewayUrl: at('GATEWAY_PORT', 4401),
      // Another site than the page's, so that browsers keep the two apart.
      walletUrl: at('WALLET_PORT', 4402, visible === 'localhost' ? 'wallet.localhost' : visible),
      rpcUrls: { 31337: at('EVM_PORT', 8545), 31338: at('EVM2_PORT', 8546) },
      solanaUrl: at('SOLANA_PORT', 8899),
      solanaTwoUrl: at('SOLANA2_PORT', 8901),
      esploraUrl: at('ESPLORA_PORT', 4406),
      signetUrl: at('ESPLORA2_PORT', 4408),
    },
  }
}
