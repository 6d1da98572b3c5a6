import { codecs } from './codecs.ts'
import type { MessageFields } from './MessageFields.ts'
import { readMessage } from './readMessage.ts'
import { readNamespace } from './readNamespace.ts'

/**
 * Parses a sign-in message by the grammar of EIP-4361; for Solana, of Sign-In With Solana. `createMessage` writes the
 * result back to the same text. Takes linear time for any input.
 *
 * @throws {InvalidMessageError} if the text does not follow the standard.
 * @see https://eips.ethereum.org/EIPS/eip-4361#message-format
 * @example
 * import { parseMessage } from '@portico/siwx'
 * const { address, chainId, nonce } = parseMessage(message)
 */
export function parseMessage(message: string): MessageFields {
  return readMessage(message, codecs[readNamespace(message)])
}
