import { vaultKeysResponse } from '@portico/protocol/vault'
import type { Log } from '@portico/server'
import { type CryptoKey, importJWK } from 'jose'
import { HttpProblem } from '../../../http/HttpProblem.ts'

/** The keys the vault signs with. */
export type VaultKeys = {
  /** @throws {HttpProblem} `vault-unavailable` if they were never read; undefined for a key the vault does not have. */
  find(kid: string): Promise<CryptoKey | undefined>
}

const freshMs = 5 * 60_000
/** Strangers make up key ids: the vault is not asked for each. */
const pauseMs = 10_000
const timeoutMs = 5000

/**
 * Reads the vault's public keys from its address, keeps them for five minutes, and looks again at once when something is
 * signed with one it does not know.
 */
export function createVaultKeys({
  vaultUrl,
  fetch,
  log,
  now,
}: {
  vaultUrl: string
  fetch: typeof globalThis.fetch
  log: Log
  now: () => number
}): VaultKeys {
  let known = new Map<string, CryptoKey>()
  let readAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      triedAt = now()
      const response = await fetch(`${vaultUrl}/.well-known/jwks.json`, {
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const { keys } = vaultKeysResponse.parse(await response.json())
      const next = new Map<string, CryptoKey>()
      for (const key of keys) {
        if (key.use !== 'sig') continue
        const { kty, crv, x, y } = key
        next.set(key.kid, (await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey)
      }
      known = next
      readAt = now()
    } catch (error) {
      // The keys that are known stay good.
      log.warn({ code: 'vault-unavailable', error }, 'the keys of the vault could not be read')
    }
  }

  return {
    async find(kid) {
      const at = now()
      const isOld = Math.abs(at - readAt) > freshMs
      if ((isOld || !known.has(kid)) && Math.abs(at - triedAt) > (known.size > 0 ? pauseMs : 1000))
        reading ??= read().finally(() => {
          reading = undefined
        })
      await reading
      if (known.size === 0) throw new HttpProblem('vault-unavailable')
      return known.get(kid)
    },
  }
}
