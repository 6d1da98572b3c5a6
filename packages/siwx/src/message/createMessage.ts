import { parseCaipNetworkId } from '@portico/protocol'
import { checkFields } from './checkFields.ts'
import { codecs, type SignInNamespace } from './codecs.ts'
import type { MessageFields } from './MessageFields.ts'

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
  checkFields(fields)
  const { namespace, reference } = parseCaipNetworkId(fields.chainId)
  const codec = codecs[namespace as SignInNamespace]
  const origin = fields.scheme === undefined ? fields.domain : `${fields.scheme}://${fields.domain}`
  const lines = [
    `${origin} wants you to sign in with your ${codec.blockchain} account:`,
    fields.address,
    '',
    ...(fields.statement === undefined ? [] : [fields.statement]),
    ...(fields.statement === undefined && codec.gapWithoutStatement === 1 ? [] : ['']),
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${codec.printChainId(reference)}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
  ]
  if (fields.expirationTime !== undefined) lines.push(`Expiration Time: ${fields.expirationTime}`)
  if (fields.notBefore !== undefined) lines.push(`Not Before: ${fields.notBefore}`)
  if (fields.requestId !== undefined) lines.push(`Request ID: ${fields.requestId}`)
  if (fields.resources) lines.push('Resources:', ...fields.resources.map((resource) => `- ${resource}`))
  return lines.join('\n')
}
