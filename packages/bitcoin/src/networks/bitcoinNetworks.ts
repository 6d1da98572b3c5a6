import type { CaipNetworkId } from '@portico/protocol'
import { type NetworkName, networkNames } from './networkNames.ts'

/** The CAIP-2 reference of each network, and the public Esplora API used if the application configures none. */
export const bitcoinNetworks: Readonly<
  Record<NetworkName, { reference: string; esploraUrl?: string | undefined }>
> = {
  mainnet: { reference: '000000000019d6689c085ae165831e93', esploraUrl: 'https://mempool.space/api' },
  testnet: { reference: '000000000933ea01ad0ee984209779ba', esploraUrl: 'https://mempool.space/testnet/api' },
  testnet4: {
    reference: '00000000da84f2bafbbc53dee25a72ae',
    esploraUrl: 'https://mempool.space/testnet4/api',
  },
  signet: { reference: '00000008819873e925422c1ff0f99f7c', esploraUrl: 'https://mempool.space/signet/api' },
  regtest: { reference: '0f9188f13cb7b2c71f2a335e3a4fc328' },
}

/** Returns the name of the network with a CAIP-2 ID, or `undefined` if it is not a Bitcoin network. */
export function toNetworkName(networkId: string | undefined): NetworkName | undefined {
  return networkNames.find((name) => networkId === `bip122:${bitcoinNetworks[name].reference}`)
}

/** Returns the CAIP-2 ID of a network. */
export function toNetworkId(name: NetworkName): CaipNetworkId {
  return `bip122:${bitcoinNetworks[name].reference}`
}
