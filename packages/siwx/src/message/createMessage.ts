import { codecs } from './codecs.ts'
import type { MessageFields } from './MessageFields.ts'
import { signInNamespace } from './signInNamespace.ts'
import { writeMessage } from './writeMessage.ts'

/**
 * Creates the text a wallet signs to sign in, as EIP-4361 defines it; for Solana, as Sign-In With Solana does.
 *
 * @throws {InvalidMessageError} if a field does not follow the standard; `field` names it.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 * @example
 * import { createMessage, createNonce } from '@portico/siwx'
 * const message = createMessage({
 *   domain: 'example.com',
 *   address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
 *   uri: 'https://example.com/login',
 *   version: '1',
 *   chainId: 'eip155:1',
 *   nonce: createNonce(),
 *   issuedAt: new Date().toISOString(),
 * })
 */
export function createMessage(fields: MessageFields): string {
  // `String`: a value that is not a string must fail the field check with an InvalidMessageError, not a TypeError here.
  const namespace = signInNamespace(String(fields.chainId))
  return writeMessage(fields, namespace && codecs[namespace])
}
