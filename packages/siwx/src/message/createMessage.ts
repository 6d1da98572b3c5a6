import { codecs } from './codecs.ts'
import type { MessageFields } from './MessageFields.ts'
import { signInNamespace } from './signInNamespace.ts'
import { writeMessage } from './writeMessage.ts'

/**
 * Writes the text a wallet signs to sign in, strictly by EIP-4361; for Solana by Sign-In With Solana.
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
  // What is no text is refused by the check of the fields, not by a crash here.
  const namespace = signInNamespace(String(fields.chainId))
  return writeMessage(fields, namespace && codecs[namespace])
}
