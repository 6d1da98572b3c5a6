/**
 * Reads a property of something a wallet or a server threw at us. Errors of other programs may be strings,
 * proxies or objects with throwing getters; reading them must never become a second error.
 */
export function readProperty(value: unknown, key: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  } catch {
    // A throwing getter tells us nothing, which is what `undefined` says.
    return undefined
  }
}
