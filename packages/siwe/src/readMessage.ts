import { InvalidMessageError, type MessageFields, parseMessage } from '@portico/siwx'

/** Returns the fields of a message of EIP-4361; undefined for another text. */
export function readMessage(message: string): MessageFields | undefined {
  try {
    return parseMessage(message)
  } catch (error) {
    if (error instanceof InvalidMessageError) return undefined
    throw error
  }
}
