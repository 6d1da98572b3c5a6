import { readPort, visibleHost } from '@portico/page-server'
import type { ServerAddresses } from '../kit/serverAddresses.ts'

/** Settings from environment variables. */
export interface Settings {
  host: string
  port: number
  /** URL of the page. */
  url: string
  /** Whether to use Vite's dev server, without the security policy. */
  dev: boolean
  addresses: ServerAddresses
}

/**
 * Reads the settings from environment variables; the README lists them.
 *
 * Does not read `RPC_URLS`: its URLs may contain API keys, which must not reach the page.
 *
 * @throws {Error} if a variable is not a valid port; the message names the variable
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
      // On another site than the page, so that browsers isolate the two.
      walletUrl: at('WALLET_PORT', 4402, visible === 'localhost' ? 'wallet.localhost' : visible),
      onrampUrl: at('ONRAMP_PORT', 4410, 'localhost'),
      rpcUrls: { 31337: at('EVM_PORT', 8545), 31338: at('EVM2_PORT', 8546) },
      solanaUrl: at('SOLANA_PORT', 8899),
      solanaTwoUrl: at('SOLANA2_PORT', 8901),
      esploraUrl: at('ESPLORA_PORT', 4406),
      signetUrl: at('ESPLORA2_PORT', 4408),
    },
  }
}
