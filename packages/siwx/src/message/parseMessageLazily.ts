import { loadCodec } from './loadCodec.ts'
import type { MessageFields } from './MessageFields.ts'
import { readMessage } from './readMessage.ts'
import { readNamespace } from './readNamespace.ts'

/**
 * Parses a sign-in message like `parseMessage`, but loads the code for the message's namespace on first use.
 *
 * @throws {InvalidMessageError} if the text does not follow the standard.
 * @example
 * import { parseMessageLazily } from '@portico/siwx/parseMessageLazily'
 * const { address, chainId, nonce } = await parseMessageLazily(message)
 */
export async function parseMessageLazily(message: string): Promise<MessageFields> {
  return readMessage(message, await loadCodec(readNamespace(message)))
}
