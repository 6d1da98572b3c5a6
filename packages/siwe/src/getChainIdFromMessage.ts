import { readMessage } from './readMessage.ts'

/**
 * Returns the network of a sign-in message as CAIP-2 ID; empty if the text does not follow EIP-4361.
 *
 * @example
 * import { getChainIdFromMessage } from '@portico/siwe'
 *
 * const chainId = getChainIdFromMessage(message) // 'eip155:1'
 */
export function getChainIdFromMessage(message: string): string {
  return readMessage(message)?.chainId ?? ''
}
