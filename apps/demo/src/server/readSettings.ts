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
    },
  }
}

function readPort(env: Record<string, string | undefined>, variable: string, fallback: number): number {
  const value = env[variable]
  if (!value) return fallback
  const port = Number(value)
  if (!/^\d{1,5}$/.test(value) || port > 65_535)
    throw new Error(`${variable} is "${value}", which is no port: choose a number from 1 to 65535.`)
  return port
}

/** The name a browser on this machine uses; a server bound to everything is reached on loopback. */
function visibleHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
