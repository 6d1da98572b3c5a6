import { readProperty } from '@portico/protocol'

/**
 * Reads the nonce of a transaction as a node has returned it. Returns undefined if another account has sent it, such as the bundler of
 * a smart account: then the nonce says nothing about whether the transfer can still be included.
 */
export function readNonce(transaction: unknown, account: string): bigint | undefined {
  const [from, nonce] = [readProperty(transaction, 'from'), readProperty(transaction, 'nonce')]
  if (typeof from !== 'string' || from.toLowerCase() !== account.toLowerCase()) return undefined
  return typeof nonce === 'string' && /^0x[0-9a-f]{1,16}$/i.test(nonce) ? BigInt(nonce) : undefined
}
