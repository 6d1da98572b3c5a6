import type { Hex } from 'viem'
import type { RequestStore } from '../../session/createRequestStore.ts'
import type { WireOperation } from './signOperation.ts'

/** An operation that was signed. */
export type StoredOperation = {
  /** Id of the request that it was signed for. */
  requestId: string
  /** As a CAIP-2 chain ID. */
  chainId: string
  hash: Hex
  wire: WireOperation
  /** Seconds since 1970 after which it cannot be executed. */
  validUntil: number
  /** Milliseconds since 1970. */
  at: number
  /** `signed`: it may have been sent. `sent`: the bundler has it. `closed`: it was not accepted, and the visitor gave up. */
  state: 'signed' | 'sent' | 'closed'
}

type Owner = { origin: string; address: Hex; store: RequestStore; now: number }

const lifetimeMs = 7 * 24 * 60 * 60_000
const maxCount = 20

/** Reads the operations that an account has signed for a site in the last seven days, the newest last. */
export async function readOperations(owner: Owner): Promise<StoredOperation[]> {
  const stored = await owner.store.read(keyOf(owner))
  return Array.isArray(stored)
    ? (stored as StoredOperation[]).filter(({ at }) => owner.now - at < lifetimeMs).slice(-maxCount)
    : []
}

/** Stores an operation, or its new state. */
export async function writeOperation(owner: Owner, operation: StoredOperation): Promise<void> {
  const others = (await readOperations(owner)).filter(({ hash }) => hash !== operation.hash)
  await owner.store.write(keyOf(owner), [...others, operation].slice(-maxCount))
}

function keyOf({ origin, address }: Owner): string {
  return `operations ${address.toLowerCase()} ${origin}`
}
