/**
 * Reads a property of an untrusted value. Returns `undefined` if the value is not an object or if reading throws, as
 * with throwing getters and revoked proxies.
 *
 * @example
 * import { readProperty } from '@portico/protocol'
 * readProperty({ code: 4001 }, 'code') // 4001
 * readProperty('not an object', 'code') // undefined
 */
export function readProperty(value: unknown, key: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  } catch {
    // A throwing getter or a revoked proxy.
    return undefined
  }
}
