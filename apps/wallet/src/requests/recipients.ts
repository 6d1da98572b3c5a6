import type { RequestStore } from '../session/createRequestStore.ts'

const key = 'recipients'
const maxRecipients = 500

/** Returns the addresses that this account sent to, in lower case, the latest first. */
export async function readRecipients(store: RequestStore): Promise<string[]> {
  const stored = await store.read(key)
  return Array.isArray(stored) ? stored.filter((entry): entry is string => typeof entry === 'string') : []
}

/** Stores the recipient of a transaction. */
export async function addRecipient(store: RequestStore, address: string): Promise<void> {
  const own = address.toLowerCase()
  const others = (await readRecipients(store)).filter((entry) => entry !== own)
  await store.write(key, [own, ...others].slice(0, maxRecipients))
}

/**
 * Finds an earlier recipient that is another address but has the same first and last four digits: people compare only those,
 * and attackers can generate such addresses.
 */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  const own = address.toLowerCase()
  const ends = (value: string) => `${value.slice(2, 6)}${value.slice(-4)}`
  return known.find((entry) => entry !== own && ends(entry) === ends(own))
}
