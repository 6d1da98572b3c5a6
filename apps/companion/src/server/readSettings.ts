import { readPort, visibleHost } from '@portico/page-server'
import type { ServerAddresses } from '../serverAddresses.ts'

/** The settings of the server. */
export type Settings = {
  host: string
  port: number
  /** The URL of the page. */
  url: string
  addresses: ServerAddresses
}

/**
 * Reads the settings from environment variables, which the README lists.
 *
 * @throws {Error} if a variable is not a valid port.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const host = env.HOST || '127.0.0.1'
  const visible = visibleHost(host)
  const at = (variable: string, fallback: number) => `http://${visible}:${readPort(env, variable, fallback)}`
  return {
    host,
    port: readPort(env, 'COMPANION_PORT', 4407),
    url: at('COMPANION_PORT', 4407),
    addresses: {
      relayUrl: `${at('GATEWAY_PORT', 4401).replace('http', 'ws')}/relay`,
      chains: [
        { chainId: 31337, name: 'Local One', rpcUrl: at('EVM_PORT', 8545) },
        { chainId: 31338, name: 'Local Two', rpcUrl: at('EVM2_PORT', 8546) },
      ],
    },
  }
}
