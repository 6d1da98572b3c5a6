import type { FamilyRules } from '../FamilyRules.ts'
import { bitcoinMethodCost } from './bitcoinMethods.ts'
import { decideBitcoinMethod } from './decideBitcoinMethod.ts'
import { readBitcoinAddress } from './readBitcoinAddress.ts'

/** Bitcoin: an address says of which networks it is. */
export const bip122Rules: FamilyRules = {
  addressForm: 'base58check, bech32 or bech32m',
  readAddress: (text) => readBitcoinAddress(text)?.address,
  isOn: (address, reference) => readBitcoinAddress(address)?.references.includes(reference) ?? false,
  writeAddress: (address) => address,
  coinAddress: 'native',
  readHash: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
  decideMethod: decideBitcoinMethod,
  methodCost: bitcoinMethodCost,
  sendMethod: 'sendrawtransaction',
}
