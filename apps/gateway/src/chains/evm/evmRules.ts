import { parseCaipNetworkId } from '@portico/protocol'
import { getAddress } from 'viem/utils'
import type { NamespaceRules } from '../shared/NamespaceRules.ts'
import { nativeCoin } from '../shared/nativeCoin.ts'
import { decideMethod } from './rpc/decideMethod.ts'
import { methodCost } from './rpc/methodCost.ts'

/** The rules of EVM chains. Addresses are lower case internally and have the EIP-55 checksum in responses. */
export const evmRules: NamespaceRules = {
  addressForm: '0x and 40 hex digits',
  readAddress: (text) => (/^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : undefined),
  isOn: () => true,
  writeAddress: (address) => getAddress(address),
  coinAddress: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  coin: (chain) => nativeCoin(parseCaipNetworkId(chain)),
  // Only BNB's test network has a symbol of its own.
  coinIconSymbol: (reference) => nativeCoin({ reference }).symbol.replace(/^tBNB$/, 'BNB'),
  readHash: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
  decideMethod,
  methodCost,
  clockSkew: 15,
  sendMethod: 'eth_sendRawTransaction',
}
