import { join, resolve } from 'node:path'
import { readPort } from '@portico/page-server'

/** What the program is told by its environment. */
export type Settings = {
  host: string
  port: number
  /** Where the wallet is, as browsers name it. */
  url: string
  gatewayUrl: string
  vaultUrl: string
  /** Where the last allowlist and the vault's key are kept. */
  dataDir: string
}

/**
 * Settings from the environment; see the README for the variables.
 *
 * @throws {Error} naming the variable that is wrong
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const port = readPort(env, 'WALLET_PORT', 4402)
  return {
    host: env.HOST || '127.0.0.1',
    port,
    // A name of its own: every other origin of this machine is another site's.
    url: readOrigin(env, 'WALLET_ORIGIN', `http://wallet.localhost:${port}`),
    gatewayUrl: readOrigin(env, 'GATEWAY_URL', `http://localhost:${readPort(env, 'GATEWAY_PORT', 4401)}`),
    vaultUrl: readOrigin(env, 'VAULT_URL', `http://localhost:${readPort(env, 'VAULT_PORT', 4403)}`),
    dataDir: join(resolve(env.PORTICO_DATA_DIR || '.portico'), 'wallet'),
  }
}

function readOrigin(env: Record<string, string | undefined>, variable: string, fallback: string): string {
  const value = env[variable] || fallback
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol) || new URL(value).origin !== value)
    throw new Error(
      `${variable} is "${value}": write an origin such as https://wallet.example, without a path.`,
    )
  return value
}
