import { readProperty } from '@portico/protocol'
import { isProvider, type Provider } from '../parsing/parseAnnouncement.ts'

/**
 * Returns the providers in `window.ethereum`: its list `providers` if several wallets share it, otherwise the object
 * itself. Returns at most 10. Never throws.
 */
export function findLegacyProviders(target: unknown): Provider[] {
  const ethereum = readProperty(target, 'ethereum')
  const providers = readProperty(ethereum, 'providers')
  // Read one by one: accessing an entry of a hostile list may throw.
  const listed = isList(providers)
    ? Array.from({ length: 10 }, (_, i) => readProperty(providers, String(i))).filter(isProvider)
    : []
  if (listed.length > 0) return [...new Set(listed)]
  return isProvider(ethereum) ? [ethereum] : []
}

function isList(value: unknown): boolean {
  try {
    return Array.isArray(value)
  } catch {
    // `Array.isArray` throws for a revoked proxy.
    return false
  }
}
