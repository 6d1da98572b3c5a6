import type { CaipNetworkId } from '@portico/protocol'

/** What a kit knows when it asks for a sign-in message. */
export type SIWXMessageInput = {
  /** Empty or a placeholder where the account is not known yet (sign-in while connecting). */
  accountAddress: string
  chainId: CaipNetworkId
  notBefore?: string | undefined
}

/** The fields of a sign-in message under the names applications know. Times are ISO 8601. */
export type SIWXMessageData = SIWXMessageInput & {
  domain: string
  uri: string
  version: string
  nonce: string
  statement?: string | undefined
  resources?: readonly string[] | undefined
  requestId?: string | undefined
  issuedAt?: string | undefined
  expirationTime?: string | undefined
}

/** The fields, and `toString()`, which writes the text to sign. */
export type SIWXMessage = SIWXMessageData & { toString(): string }
