import { readMessage } from './readMessage.ts'

/**
 * Returns the address of a sign-in message; empty if the text does not follow EIP-4361. The message proves nothing until its
 * signature is verified.
 *
 * @example
 * import { getAddressFromMessage } from '@portico/siwe'
 *
 * const address = getAddressFromMessage(message) // '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
 */
export function getAddressFromMessage(message: string): string {
  return readMessage(message)?.address ?? ''
}
