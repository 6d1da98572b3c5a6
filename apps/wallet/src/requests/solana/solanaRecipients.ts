import type { RequestStore } from '../../session/createRequestStore.ts'

const key = 'recipients solana'
const maxRecipients = 500

/** Returns the addresses on Solana that this account sent to, the latest first. */
export async function readSolanaRecipients(store: RequestStore): Promise<string[]> {
  const stored = await store.read(key)
  return Array.isArray(stored) ? stored.filter((entry): entry is string => typeof entry === 'string') : []
}

/** Stores the recipients of a transaction on Solana. */
export async function addSolanaRecipients(store: RequestStore, addresses: readonly string[]): Promise<void> {
  const others = (await readSolanaRecipients(store)).filter((entry) => !addresses.includes(entry))
  await store.write(key, [...addresses, ...others].slice(0, maxRecipients))
}

/**
 * Finds an earlier recipient that is another address but has the same first and last four characters, in upper or lower case: people
 * compare only those, and attackers can generate such addresses.
 */
export function findSolanaLookAlike(address: string, known: readonly string[]): string | undefined {
  const ends = (value: string) => `${value.slice(0, 4)}${value.slice(-4)}`.toLowerCase()
  return known.find((entry) => entry !== address && ends(entry) === ends(address))
}
