import { createHmac, hkdfSync } from 'node:crypto'
import { isEqualSecret } from '../secrets/isEqualSecret.ts'
import { BoundedMap } from '../utils/BoundedMap.ts'

/** Nonces that a server issues for DPoP proofs (RFC 9449 §8). */
export type DpopNonces = {
  /** Returns the nonce to use now. */
  current(now: number): string
  isValid(nonce: string, now: number): boolean
}

/**
 * Creates stateless nonces: the nonce of a period is the HMAC of its number under a key derived for that period. Nonces of
 * the current and the previous period are accepted, by all processes with the same secret. A nonce bounds the age of a
 * proof by the server's clock; `SeenProofs` prevents its replay.
 *
 * @param periodMs a nonce is accepted for one to two periods.
 */
export function createDpopNonces({
  secret,
  periodMs = 150_000,
}: {
  secret: Uint8Array
  periodMs?: number
}): DpopNonces {
  const cache = new BoundedMap<number, string>({ max: 4 })
  function nonceOf(period: number): string {
    const cached = cache.get(period)
    if (cached !== undefined) return cached
    const key = Buffer.from(hkdfSync('sha256', secret, '', `portico dpop nonce ${period}`, 32))
    const nonce = createHmac('sha256', key).update(String(period)).digest('base64url').slice(0, 32)
    cache.set(period, nonce)
    return nonce
  }
  const periodAt = (now: number) => Math.floor(now / periodMs)
  return {
    current: (now) => nonceOf(periodAt(now)),
    isValid(nonce, now) {
      const period = periodAt(now)
      return [period, period - 1].some((each) => isEqualSecret(nonce, nonceOf(each)))
    },
  }
}
