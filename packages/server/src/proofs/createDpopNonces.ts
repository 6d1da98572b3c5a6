import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Nonces a server gives out for proofs (RFC 9449 §8). */
export type DpopNonces = {
  /** The one to use now. */
  current(now: number): string
  isValid(nonce: string, now: number): boolean
}

/**
 * Nonces that nobody needs to remember: one for each period, the HMAC of its number under a key that is derived anew for it.
 * That of the period before is still taken. Processes with the same secret understand each other. A nonce bounds the age of
 * a proof by our clock and not by that of the client; that no proof is used twice is the task of `SeenProofs`.
 *
 * @param periodMs a nonce is taken for one to two of these.
 */
export function createDpopNonces({
  secret,
  periodMs = 150_000,
}: {
  secret: Uint8Array
  periodMs?: number
}): DpopNonces {
  const known = new Map<number, string>()
  function ofPeriod(period: number): string {
    const made = known.get(period)
    if (made !== undefined) return made
    const key = Buffer.from(hkdfSync('sha256', secret, '', `portico dpop nonce ${period}`, 32))
    const nonce = createHmac('sha256', key).update(String(period)).digest('base64url').slice(0, 32)
    if (known.size > 4) known.clear()
    known.set(period, nonce)
    return nonce
  }
  const periodAt = (now: number) => Math.floor(now / periodMs)
  return {
    current: (now) => ofPeriod(periodAt(now)),
    isValid(nonce, now) {
      const period = periodAt(now)
      return [period, period - 1].some((each) => isEqual(nonce, ofPeriod(each)))
    },
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
