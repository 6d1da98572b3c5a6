import { vaultKeysResponse } from '@portico/protocol/vault'
import type { Log } from '@portico/server'
import { type CryptoKey, importJWK } from 'jose'
import { Problem } from '../../../infra/http/Problem.ts'

/** The public signing keys of the vault, and what else it publishes with them. */
export type VaultKeys = {
  /**
   * Returns the key with an ID; undefined if the vault has no such key.
   *
   * @throws {Problem} `vault-unavailable` if the keys could not be loaded yet.
   */
  find(kid: string): Promise<CryptoKey | undefined>
  /**
   * Loads the keys and returns the hash of the vault's mail server, see `hashMailHost`; undefined if the vault does not
   * publish it or cannot be reached.
   */
  mailHost(): Promise<string | undefined>
}

const freshMs = 5 * 60_000
/** Minimum time between two requests, because anybody can send tokens with unknown key IDs. */
const minIntervalMs = 10_000
const timeoutMs = 5000

/**
 * Creates a cache of the vault's public keys. It reloads them after five minutes, and also when a token names an
 * unknown key ID.
 */
export function createVaultKeys({
  vaultUrl,
  fetch,
  log,
  now,
}: {
  vaultUrl: string
  fetch: typeof globalThis.fetch
  log: Pick<Log, 'warn'>
  now: () => number
}): VaultKeys {
  let cached = new Map<string, CryptoKey>()
  let readAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let mailHost: string | undefined

  async function read(): Promise<void> {
    try {
      triedAt = now()
      const response = await fetch(`${vaultUrl}/.well-known/jwks.json`, {
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const { keys, mailHost: nextMailHost } = vaultKeysResponse.parse(await response.json())
      const next = new Map<string, CryptoKey>()
      for (const key of keys) {
        if (key.use !== 'sig') continue
        const { kty, crv, x, y } = key
        next.set(key.kid, (await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey)
      }
      cached = next
      mailHost = nextMailHost
      readAt = now()
    } catch (error) {
      // Keep using the cached keys.
      log.warn({ code: 'vault-unavailable', error }, 'could not load the keys of the vault')
    }
  }

  function readOnce(): void {
    reading ??= read().finally(() => {
      reading = undefined
    })
  }

  return {
    async mailHost() {
      readOnce()
      await reading
      return mailHost
    },
    async find(kid) {
      const at = now()
      const isStale = Math.abs(at - readAt) > freshMs
      if ((isStale || !cached.has(kid)) && Math.abs(at - triedAt) > (cached.size > 0 ? minIntervalMs : 1000))
        readOnce()
      await reading
      if (cached.size === 0) throw new Problem('vault-unavailable')
      return cached.get(kid)
    },
  }
}
