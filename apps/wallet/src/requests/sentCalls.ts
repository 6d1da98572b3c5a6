import type { Hex } from 'viem'
import type { RequestStore } from '../session/createRequestStore.ts'

/** Calls that were sent. */
export type SentCalls = {
  id: string
  /** As a CAIP-2 chain ID. */
  chainId: string
  /** Of the transaction, or of the user operation. */
  hash: Hex
  /** Of a user operation: the nonce, and the seconds since 1970 after which it cannot be executed. */
  operation?: { nonce: string; validUntil: number } | undefined
  /** Of a transaction: its nonce. */
  nonce?: number | undefined
  /** The version of the request, which the status is answered in. */
  version: '1.0' | '2.0.0'
  /** Milliseconds since 1970. */
  at: number
}

const lifetime = 7 * 24 * 60 * 60_000

/** Reads the calls that a site has sent in the last seven days. */
export async function readSentCalls(origin: string, store: RequestStore, now: number): Promise<SentCalls[]> {
  const stored = await store.read(keyOf(origin))
  return Array.isArray(stored) ? (stored as SentCalls[]).filter(({ at }) => now - at < lifetime) : []
}

/** Stores calls that are about to be sent. Call it in a lock: another tab may store some, too. */
export async function addSentCalls(origin: string, store: RequestStore, sent: SentCalls): Promise<void> {
  await store.write(keyOf(origin), [...(await readSentCalls(origin, store, sent.at)), sent])
}

function keyOf(origin: string): string {
  return `calls ${origin}`
}
