import { codecs } from './codecs.ts'
import type { MessageFields } from './MessageFields.ts'
import { readMessage } from './readMessage.ts'
import { readNamespace } from './readNamespace.ts'

/**
 * Reads a sign-in message, strictly by the grammar of EIP-4361: what it accepts, `createMessage` prints back to
 * the same text. Takes time in proportion to the length, whatever the text.
 *
 * @throws {InvalidMessageError} if the text does not follow the standard; nothing else.
 * @see https://eips.ethereum.org/EIPS/eip-4361#message-format
 * @example
 * import { parseMessage } from '@portico/siwx'
 * const { address, chainId, nonce } = parseMessage(message)
 */
export function parseMessage(message: string): MessageFields {
  return readMessage(message, codecs[readNamespace(message)])
}
