import type { CaipNetworkId } from '@portico/protocol'
import * as z from 'zod/mini'
import type { Kit } from '../kit.ts'
import { isUnsettled } from './isUnsettled.ts'
import type { PendingTransfer } from './moneyState.ts'
import { pendingKey as key } from './pendingKey.ts'

const maxEntries = 20
/** After a day a transaction that is in no block is no longer followed, in milliseconds. */
export const pendingLifetimeMs = 86_400_000

const text = z.string()
const units = text.check(z.regex(/^\d{1,78}$/))
const asset = z.object({
  token: z.optional(text),
  nft: z.optional(
    z.object({ standard: z.enum(['erc721', 'erc1155', 'metaplex']), contract: text, tokenId: text }),
  ),
  nftQuantity: z.optional(text),
  name: text,
  symbol: text,
  decimals: z.int().check(z.gte(0), z.lte(255)),
  image: z.optional(text),
})
const schema = z.object({
  id: text,
  networkId: text.check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
  from: text,
  to: text,
  name: z.optional(text),
  asset,
  amount: units,
  swap: z.optional(z.object({ asset, minimum: units })),
  startedAt: z.number(),
  status: z.enum(['wallet', 'sent', 'unknown', 'dropped']),
  sent: z.optional(z.object({ hash: text, from: text, expiry: z.optional(text) })),
})

/** Returns the stored payments of the last 24 hours, newest first. Anything that does not look like one is ignored. */
export function readPending(kit: Kit, now = Date.now()): PendingTransfer[] {
  return readAll(kit)
    .flatMap((entry) => {
      const parsed = z.safeParse(schema, entry)
      return parsed.success
        ? [{ ...parsed.data, networkId: parsed.data.networkId as CaipNetworkId } satisfies PendingTransfer]
        : []
    })
    .filter(({ startedAt }) => startedAt <= now && now - startedAt < pendingLifetimeMs)
    .sort((a, b) => b.startedAt - a.startedAt)
}

/** Stores a payment that may still move something, and removes one that has ended. Keeps those of other tabs. */
export function storePending(kit: Kit, entry: PendingTransfer): void {
  const others = readPending(kit).filter(({ id }) => id !== entry.id)
  const entries = (isUnsettled(entry) ? [entry, ...others] : others).slice(0, maxEntries)
  if (entries.length > 0) kit.storage.setItem(key, JSON.stringify(entries))
  else kit.storage.removeItem(key)
}

function readAll(kit: Kit): unknown[] {
  try {
    const stored: unknown = JSON.parse(kit.storage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    // Not JSON: treat it as empty.
    return []
  }
}
