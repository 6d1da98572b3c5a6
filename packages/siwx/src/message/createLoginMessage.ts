import type { CaipNetworkId } from '@portico/protocol'
import { createMessage } from './createMessage.ts'
import type { MessageFields } from './MessageFields.ts'

const statement = 'Signed by the wallet as part of the login.'
const lifetimeMs = 10 * 60_000

/**
 * Creates the sign-in message (EIP-4361, or Sign-In With Solana) that the embedded wallet signs as part of a login. Nothing in it is text of the
 * page.
 *
 * @param origin the page's origin, as reported by the browser
 * @throws {InvalidMessageError} if a field does not follow the standard
 */
export function createLoginMessage({
  origin,
  address,
  chainId,
  nonce,
  now,
}: {
  origin: string
  address: string
  chainId: CaipNetworkId
  nonce: string
  /** Milliseconds since 1970. */
  now: number
}): string {
  return createMessage({
    domain: new URL(origin).host,
    address,
    statement,
    uri: origin,
    version: '1',
    chainId,
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + lifetimeMs).toISOString(),
  })
}

/** Returns whether a message has the form of {@link createLoginMessage}, whoever signed it. */
export function isLoginMessage(fields: MessageFields): boolean {
  const { scheme, issuedAt, expirationTime = '', notBefore, requestId, resources } = fields
  const isPlain = [scheme, notBefore, requestId, resources].every((field) => field === undefined)
  return (
    isPlain &&
    fields.statement === statement &&
    Date.parse(expirationTime) - Date.parse(issuedAt) <= lifetimeMs
  )
}
