import { join, resolve } from 'node:path'
import type { EnvReader } from '@portico/server/process'
import type { EmbeddedConfig } from '../../infra/config/Config.ts'
import { readIntroductions } from './readIntroductions.ts'
import { readSocial } from './readSocial.ts'

/**
 * Reads the configuration of embedded wallets; undefined if they are off. In development they are on, with secrets that
 * the gateway creates. In production they are on if `WALLET_ORIGIN` is set, and the secret files must be configured.
 */
export function readEmbedded({
  reader,
  production,
  publicUrls,
}: {
  reader: EnvReader
  production: boolean
  publicUrls: readonly string[]
}): EmbeddedConfig | undefined {
  const { get, integer, problems } = reader
  const local = (name: string, host: string, fallback: number) =>
    production ? undefined : `http://${host}:${get(name) ?? fallback}`
  const walletOrigin = get('WALLET_ORIGIN') ?? local('WALLET_PORT', 'wallet.localhost', 4402)
  if (walletOrigin === undefined || walletOrigin === 'off') return undefined
  const vaultUrl = get('VAULT_URL') ?? local('VAULT_PORT', 'localhost', 4403)
  const kekFile = get('WALLET_KEK_FILE')
  const keysFile = get('WALLET_KEYS_FILE')
  const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value
  if (!isOrigin(walletOrigin) || !/^https?:/.test(walletOrigin))
    problems.push(
      `WALLET_ORIGIN must be an origin such as https://wallet.example, or off; it is "${walletOrigin.slice(0, 80)}".`,
    )
  else if (production && !walletOrigin.startsWith('https:'))
    problems.push('WALLET_ORIGIN must be https:// in production.')
  if (vaultUrl === undefined) problems.push('VAULT_URL must be set if WALLET_ORIGIN is.')
  else if (!URL.canParse(vaultUrl) || !/^https?:$/.test(new URL(vaultUrl).protocol))
    problems.push(`VAULT_URL must be an http:// or https:// address; it is "${vaultUrl.slice(0, 80)}".`)
  if (production && publicUrls.length === 0)
    problems.push(
      "PUBLIC_URLS must be set if WALLET_ORIGIN is: proofs of possession contain this gateway's URL.",
    )
  if (production && (kekFile === undefined || keysFile === undefined))
    problems.push(
      'WALLET_KEK_FILE and WALLET_KEYS_FILE must be set if WALLET_ORIGIN is. `npm run gateway -- keys wallet` creates the files.',
    )
  return {
    walletOrigin,
    vaultUrl: vaultUrl?.replace(/\/+$/, '') ?? '',
    kekFile: kekFile && resolve(kekFile),
    keysFile: keysFile && resolve(keysFile),
    deviceAgeMs: integer('DEVICE_AGE_HOURS', 72, 24 * 365) * 3_600_000,
    vaultKekFile:
      get('VAULT_KEK_FILE') ?? join(resolve(get('PORTICO_DATA_DIR') ?? '.portico'), 'vault', 'keks.json'),
    introductions: readIntroductions({ reader, production }),
    social: readSocial({ reader, production }),
  }
}
