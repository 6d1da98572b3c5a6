import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import type { NetworkName } from '../networks/bitcoinNetworks.ts'

/** What addresses and keys of a network begin with, as `@scure/btc-signer` wants it. */
export const addressParams: Readonly<Record<NetworkName, typeof NETWORK>> = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  testnet4: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

/** The output script of an address of a network; `undefined` for what is none, or of another. Never throws. */
export function addressScript(address: unknown, network: NetworkName): Uint8Array | undefined {
  if (typeof address !== 'string' || address.length > 100) return undefined
  try {
    return OutScript.encode(Address(addressParams[network]).decode(address))
  } catch {
    // A letter, a checksum or a prefix that is wrong.
    return undefined
  }
}
