import { getAddress } from 'viem/utils'
import { decideMethod } from '../../modules/rpc/decideMethod.ts'
import { methodCost } from '../../modules/rpc/methodCost.ts'
import type { FamilyRules } from '../FamilyRules.ts'

/** Ethereum and what is like it: addresses in lower case inside, with the EIP-55 checksum outside. */
export const eip155Rules: FamilyRules = {
  addressForm: '0x and 40 hex digits',
  readAddress: (text) => (/^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : undefined),
  isOn: () => true,
  writeAddress: (address) => getAddress(address),
  coinAddress: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  readHash: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined),
  decideMethod,
  methodCost,
  sendMethod: 'eth_sendRawTransaction',
}
