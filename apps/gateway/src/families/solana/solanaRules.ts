import { base58 } from '@scure/base'
import type { FamilyRules } from '../FamilyRules.ts'
import { decideSolanaMethod } from './decideSolanaMethod.ts'
import { solanaMethodCost } from './solanaMethods.ts'

/** Solana: an address is a key of 32 bytes in base58, and every letter counts. */
export const solanaRules: FamilyRules = {
  addressForm: '32 bytes in base58',
  readAddress: (text) => (isBase58(text, 32) ? text : undefined),
  isOn: () => true,
  writeAddress: (address) => address,
  coinAddress: 'So11111111111111111111111111111111111111111',
  readHash: (text) => (isBase58(text, 64) ? text : undefined),
  decideMethod: decideSolanaMethod,
  methodCost: solanaMethodCost,
  sendMethod: 'sendTransaction',
}

function isBase58(text: string, bytes: number): boolean {
  // Each byte is 1.37 digits; decoding takes time with the square of the length.
  if (text.length < bytes || text.length > Math.ceil(bytes * 1.4)) return false
  try {
    return base58.decode(text).length === bytes
  } catch {
    // A letter that is not in the alphabet.
    return false
  }
}
