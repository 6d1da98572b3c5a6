import type { CaipNetworkId } from '@portico/protocol'

/**
 * The fields of a sign-in message (EIP-4361, CAIP-122). Times are RFC 3339 strings and are not normalized, so that a
 * parsed message is written back to the same text.
 */
export type MessageFields = {
  /** The scheme of the page that requests the sign-in, for example `https`. */
  scheme?: string | undefined
  /** The authority of the page that requests the sign-in: the host, with the port if it has one. */
  domain: string
  /** The address of the account. An `eip155` address must have the EIP-55 checksum. */
  address: string
  /** One line that the user reads in the wallet: ASCII without `% " < > \ ^ { | }` and backtick. */
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
  /** URIs. An empty list writes the heading without entries. */
  resources?: readonly string[] | undefined
}
