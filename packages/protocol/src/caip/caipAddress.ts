import { isCaipNetworkId } from './caipNetworkId.ts'
import { InvalidCaipError } from './InvalidCaipError.ts'

/** A CAIP-10 account ID: `namespace:reference:address`. */
export type CaipAddress = `${string}:${string}:${string}`

/** The three parts of a {@link CaipAddress}. */
export type CaipAddressParts = { namespace: string; reference: string; address: string }

const addressGrammar = /^[-.%a-zA-Z0-9]{1,128}$/
// The EIP-55 checksum is not checked: it needs keccak-256.
const eip155Address = /^0x[0-9a-fA-F]{40}$/

function match(value: unknown): CaipAddressParts | undefined {
  if (typeof value !== 'string') return undefined
  const end = value.lastIndexOf(':')
  const network = value.slice(0, Math.max(end, 0))
  const address = value.slice(end + 1)
  if (!isCaipNetworkId(network) || !addressGrammar.test(address)) return undefined
  const [namespace = '', reference = ''] = network.split(':')
  if (namespace === 'eip155' && !eip155Address.test(address)) return undefined
  return { namespace, reference, address }
}

/** Returns whether `value` is a valid CAIP-10 account ID. */
export function isCaipAddress(value: unknown): value is CaipAddress {
  return match(value) !== undefined
}

/**
 * Splits a CAIP-10 account ID into its parts. The address is returned as written; `eip155` addresses must be compared
 * case-insensitively.
 *
 * @throws {InvalidCaipError} if the value is not a valid CAIP-10 ID.
 * @see https://chainagnostic.org/CAIPs/caip-10
 * @example
 * import { parseCaipAddress } from '@portico/protocol'
 * const { address } = parseCaipAddress('eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')
 */
export function parseCaipAddress(value: string): CaipAddressParts {
  const parts = match(value)
  if (!parts) throw new InvalidCaipError({ standard: 'CAIP-10', value })
  return parts
}

/**
 * Joins namespace, reference and address into a CAIP-10 account ID.
 *
 * @throws {InvalidCaipError} if the result is not a valid CAIP-10 ID.
 * @example
 * import { formatCaipAddress } from '@portico/protocol'
 * formatCaipAddress({ namespace: 'eip155', reference: 1, address: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb' })
 */
export function formatCaipAddress(parts: {
  namespace: string
  reference: string | number | bigint
  address: string
}): CaipAddress {
  const value = `${parts.namespace}:${parts.reference}:${parts.address}`
  if (!isCaipAddress(value)) throw new InvalidCaipError({ standard: 'CAIP-10', value })
  return value
}
