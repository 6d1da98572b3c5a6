import type { CaipNetworkId } from '@portico/protocol'
import * as z from 'zod/mini'
import { createStorage, type KeyValueStorage } from '../storage/storage.ts'
import type { Sequence } from './Sequence.ts'

const key = '@portico/calls'
const maxEntries = 20

const text = z.string()
const schema = z.object({
  id: text,
  networkId: text.check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
  account: text,
  total: z.int().check(z.gte(1)),
  hashes: z.array(text),
  isReplaced: z.optional(z.boolean()),
  startedAt: z.number(),
})

let storage: KeyValueStorage | undefined

/**
 * Returns the storage of sequences, which is the tab's own: only the tab that sends the calls knows whether it still does. It
 * outlives a reload, after which the application can still ask how far its batch came.
 */
function tabStorage(): KeyValueStorage {
  storage ??= createStorage(browserStorage())
  return storage
}

function browserStorage(): KeyValueStorage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.sessionStorage
  } catch {
    // Blocked by the browser.
    return undefined
  }
}

/** Returns the stored sequences, newest first. Anything that does not look like one is ignored. */
export function readSequences(): Sequence[] {
  try {
    const stored: unknown = JSON.parse(tabStorage().getItem(key) ?? '[]')
    return (Array.isArray(stored) ? stored : []).flatMap((entry: unknown) => {
      const parsed = z.safeParse(schema, entry)
      return parsed.success
        ? [{ ...parsed.data, networkId: parsed.data.networkId as CaipNetworkId } satisfies Sequence]
        : []
    })
  } catch {
    // Not JSON: treat it as empty.
    return []
  }
}

/** Stores a sequence in place of its earlier state. The oldest ones are forgotten. */
export function storeSequence(sequence: Sequence): void {
  const others = readSequences().filter(({ id }) => id !== sequence.id)
  tabStorage().setItem(key, JSON.stringify([sequence, ...others].slice(0, maxEntries)))
}
