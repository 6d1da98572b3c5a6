import type { Kit } from '../kit.ts'
import { cacheKeys } from './cacheKeys.ts'
import type { Identity } from './fetchIdentity.ts'

/** The same as `lifetimes.identity`: a module shared with the data layer would be one more file to load. */
const lifetimeMs = 300_000

/**
 * Returns the name and avatar of an account from the cache of the last visit, while they are fresh. Small, so that a
 * button can show them before the data layer is loaded.
 */
export function peekIdentity({ storage }: Kit, address: string, now = Date.now()): Identity | undefined {
  try {
    const entry = JSON.parse(storage.getItem(cacheKeys.identity) ?? '{}')[address.toLowerCase()]
    const age = now - entry.timestamp
    const { name, avatar } = entry.value
    if (!(age >= 0 && age <= lifetimeMs) || !isText(name) || !isText(avatar)) return undefined
    return { name, avatar }
  } catch {
    // Nothing cached, or something else.
    return undefined
  }
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
