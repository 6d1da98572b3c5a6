import type { NamespaceRules } from '../shared/NamespaceRules.ts'
import { bitcoinCoin } from './bitcoinCoin.ts'
import { bitcoinMethodCost } from './bitcoinMethods.ts'
import { decideBitcoinMethod } from './decideBitcoinMethod.ts'
import { readBitcoinAddress } from './readBitcoinAddress.ts'

/** The rules of Bitcoin networks. An address determines the networks on which it is valid. */
export const bitcoinRules: NamespaceRules = {
  addressForm: 'base58check, bech32 or bech32m',
  readAddress: (text) => readBitcoinAddress(text)?.address,
  isOn: (address, reference) => readBitcoinAddress(address)?.references.includes(reference) ?? false,
  writeAddress: (address) => address,
  coinAddress: 'native',
  coin: bitcoinCoin,
  coinIconSymbol: () => 'BTC',
  readHash: (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
  decideMethod: decideBitcoinMethod,
  methodCost: bitcoinMethodCost,
  // Miners set the time freely between the median of the last eleven blocks and two hours ahead.
  clockSkew: 7200,
  sendMethod: 'sendrawtransaction',
}
