import { base58 } from '@scure/base'
import type { NamespaceRules } from '../shared/NamespaceRules.ts'
import { decideSolanaMethod } from './decideSolanaMethod.ts'
import { solanaCoin } from './solanaCoin.ts'
import { solanaMethodCost } from './solanaMethods.ts'

/** The rules of Solana networks. An address is a 32-byte key in base58, which is case-sensitive. */
export const solanaRules: NamespaceRules = {
  addressForm: '32 bytes in base58',
  readAddress: (text) => (isBase58(text, 32) ? text : undefined),
  isOn: () => true,
  writeAddress: (address) => address,
  coinAddress: 'So11111111111111111111111111111111111111111',
  coin: () => solanaCoin,
  coinIconSymbol: () => solanaCoin.symbol,
  readHash: (text) => (isBase58(text, 64) ? text : undefined),
  decideMethod: decideSolanaMethod,
  methodCost: solanaMethodCost,
  clockSkew: 30,
  sendMethod: 'sendTransaction',
}

function isBase58(text: string, bytes: number): boolean {
  // A byte takes 1.37 base58 digits. Limit the length first: decoding takes quadratic time.
  if (text.length < bytes || text.length > Math.ceil(bytes * 1.4)) return false
  try {
    return base58.decode(text).length === bytes
  } catch {
    // A character outside the base58 alphabet.
    return false
  }
}
