import { readProperty } from '@portico/protocol'
import { isProvider, type Provider } from '../parsing/parseAnnouncement.ts'

/**
 * The providers in `window.ethereum`: the wallets of its list `providers` where several share the place, else
 * itself; at most 10. Never throws.
 */
export function findLegacyProviders(target: unknown): Provider[] {
  const ethereum = readProperty(target, 'ethereum')
  const shared = readProperty(ethereum, 'providers')
  // One by one: an entry of a hostile list may throw.
  const listed = isList(shared)
    ? Array.from({ length: 10 }, (_, i) => readProperty(shared, String(i))).filter(isProvider)
    : []
  if (listed.length > 0) return [...new Set(listed)]
  return isProvider(ethereum) ? [ethereum] : []
}

function isList(value: unknown): boolean {
  try {
    return Array.isArray(value)
  } catch {
    // A revoked proxy; not a list.
    return false
  }
}
