import { InvalidCaipError } from './InvalidCaipError.ts'

/** A CAIP-2 network ID: `namespace:reference`, for example `eip155:8453`. */
export type CaipNetworkId = `${string}:${string}`

/** The two parts of a {@link CaipNetworkId}. */
export type CaipNetworkIdParts = { namespace: string; reference: string }

const grammar = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})$/

// The `eip155` namespace restricts the grammar, because `eip155:01` and `eip155:0x1` would be chain 1 as well:
// https://namespaces.chainagnostic.org/eip155/caip2
const eip155Reference = /^(0|[1-9]\d*)$/

function match(value: unknown): CaipNetworkIdParts | undefined {
  const parts = typeof value === 'string' ? grammar.exec(value) : null
  if (!parts) return undefined
  const [, namespace = '', reference = ''] = parts
  if (namespace === 'eip155' && !eip155Reference.test(reference)) return undefined
  return { namespace, reference }
}

/** Returns whether `value` is a valid CAIP-2 network ID. */
export function isCaipNetworkId(value: unknown): value is CaipNetworkId {
  return match(value) !== undefined
}

/**
 * Splits a CAIP-2 network ID into its parts.
 *
 * @throws {InvalidCaipError} if the value is not a valid CAIP-2 ID.
 * @see https://chainagnostic.org/CAIPs/caip-2
 * @example
 * import { parseCaipNetworkId } from '@portico/protocol'
 * parseCaipNetworkId('eip155:1') // { namespace: 'eip155', reference: '1' }
 */
export function parseCaipNetworkId(value: string): CaipNetworkIdParts {
  const parts = match(value)
  if (!parts) throw new InvalidCaipError({ standard: 'CAIP-2', value })
  return parts
}

/**
 * Joins namespace and reference into a CAIP-2 network ID.
 *
 * @throws {InvalidCaipError} if the result is not a valid CAIP-2 ID.
 * @example
 * import { formatCaipNetworkId } from '@portico/protocol'
 * formatCaipNetworkId({ namespace: 'eip155', reference: 1 }) // 'eip155:1'
 */
export function formatCaipNetworkId(parts: {
  namespace: string
  reference: string | number | bigint
}): CaipNetworkId {
  const value = `${parts.namespace}:${parts.reference}`
  if (!isCaipNetworkId(value)) throw new InvalidCaipError({ standard: 'CAIP-2', value })
  return value
}
