import type { CaipNetworkId } from '@portico/protocol'

/**
 * What a sign-in message says, field by field (EIP-4361, CAIP-122). Times are RFC 3339 texts and kept as
 * written, so that a parsed message prints back to the same text.
 */
export type MessageFields = {
  /** Scheme of the page that asks, for example `https`. */
  scheme?: string | undefined
  /** Authority of the page that asks: host, with the port where there is one. */
  domain: string
  /** The account; an `eip155` address carries the EIP-55 checksum. */
  address: string
  /** One line for the reader: ASCII without `% " < > \ ^ { | }` and backtick. */
  statement?: string | undefined
  /** The resource the sign-in is for. */
  uri: string
  version: '1'
  /** The network, for example `eip155:1`. */
  chainId: CaipNetworkId
  /** At least 8 letters and digits; use `createNonce`. */
  nonce: string
  issuedAt: string
  expirationTime?: string | undefined
  notBefore?: string | undefined
  requestId?: string | undefined
  /** URIs. An empty list prints the heading without entries. */
  resources?: readonly string[] | undefined
}
