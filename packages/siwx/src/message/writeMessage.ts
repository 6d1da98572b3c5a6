import { parseCaipNetworkId } from '@portico/protocol'
import { checkFields } from './checkFields.ts'
import type { MessageCodec } from './MessageCodec.ts'
import type { MessageFields } from './MessageFields.ts'
import { lineEnd } from './readNamespace.ts'
import type { SignInNamespace } from './signInNamespace.ts'

/**
 * Writes a sign-in message with the codec of its namespace.
 *
 * @throws {InvalidMessageError} if a field does not follow the standard, or there is no codec.
 */
export function writeMessage(fields: MessageFields, codec: MessageCodec | undefined): string {
  checkFields(fields, codec)
  const { namespace, reference } = parseCaipNetworkId(fields.chainId)
  const origin = fields.scheme === undefined ? fields.domain : `${fields.scheme}://${fields.domain}`
  const lines = [
    `${origin}${lineEnd(namespace as SignInNamespace)}`,
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
