import * as z from 'zod/mini'
import type { Kit } from '../../kit.ts'

/** How long a purchase is followed, in milliseconds: bank transfers take days. */
const lifetimeMs = 7 * 86_400_000
const maxEntries = 20
const key = '@portico/purchases'

const storedPurchase = z.object({
  sessionId: z.string(),
  provider: z.string(),
  providerName: z.string(),
  /** CAIP-10. */
  account: z.string(),
  symbol: z.string(),
  chainId: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
})
/** A purchase that was started in this browser. */
export type StoredPurchase = z.infer<typeof storedPurchase>

/**
 * Returns the purchases that an account has started in this browser, the newest first, on every network of its namespace.
 *
 * @param account CAIP-10
 */
export function readPurchases(kit: Kit, account: string, now = Date.now()): readonly StoredPurchase[] {
  const key = withoutReference(account)
  return readAll(kit, now).filter((purchase) => withoutReference(purchase.account) === key)
}

/** Returns the namespace and the address of a CAIP-10 account. */
const withoutReference = (account: string) => account.replace(/:[^:]*/, '')

/** Remembers a purchase, so that it is followed after the page was reloaded. */
export function rememberPurchase(kit: Kit, purchase: StoredPurchase): void {
  const others = readAll(kit, purchase.startedAt).filter(({ sessionId }) => sessionId !== purchase.sessionId)
  kit.storage.setItem(key, JSON.stringify([purchase, ...others].slice(0, maxEntries)))
}

function readAll(kit: Kit, now: number): readonly StoredPurchase[] {
  try {
    const parsed = z.safeParse(z.array(storedPurchase), JSON.parse(kit.storage.getItem(key) ?? '[]'))
    // A time in the future was written while the clock was wrong.
    return (parsed.data ?? []).filter(({ startedAt }) => startedAt <= now && now - startedAt < lifetimeMs)
  } catch {
    // Not JSON: treat it as empty.
    return []
  }
}
