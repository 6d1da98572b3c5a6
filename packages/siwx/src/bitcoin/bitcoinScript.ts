import { Address, OutScript } from '@scure/btc-signer/payment.js'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer/utils.js'

const networks: Readonly<Record<string, typeof NETWORK | undefined>> = {
  '000000000019d6689c085ae165831e93': NETWORK,
  '000000000933ea01ad0ee984209779ba': TEST_NETWORK,
  '00000000da84f2bafbbc53dee25a72ae': TEST_NETWORK,
  '00000008819873e925422c1ff0f99f7c': TEST_NETWORK,
  '0f9188f13cb7b2c71f2a335e3a4fc328': { ...TEST_NETWORK, bech32: 'bcrt' },
}

/**
 * Returns the output script of an address, or `undefined` if the address is malformed, has a wrong checksum or belongs
 * to a network other than that of the CAIP-2 reference. Testnet and signet use the same addresses; regtest shares
 * their Base58 addresses.
 */
export function bitcoinScript(address: string, reference: string): Uint8Array | undefined {
  const network = Object.hasOwn(networks, reference) ? networks[reference] : undefined
  if (!network) return undefined
  try {
    return OutScript.encode(Address(network).decode(address))
  } catch {
    // The library throws for a malformed address, a wrong checksum and another network.
    return undefined
  }
}
