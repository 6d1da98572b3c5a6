import type { CaipNetworkId } from '@portico/protocol'

/** What the kit passes to `createMessage`. */
export type SIWXMessageInput = {
  /** Empty or a placeholder if the account is not known yet (sign-in while connecting). */
  accountAddress: string
  chainId: CaipNetworkId
  notBefore?: string | undefined
}

/** The fields of a sign-in message. Times are ISO 8601. */
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

/** The fields of a sign-in message, with a `toString()` that returns the text to sign. */
export type SIWXMessage = SIWXMessageData & { toString(): string }
