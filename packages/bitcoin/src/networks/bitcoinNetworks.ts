import type { CaipNetworkId } from '@portico/protocol'

/** A Bitcoin network as this package calls it. */
export type NetworkName = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'

/** The CAIP-2 reference of each, and the public Esplora API for applications that name none. */
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

export const networkNames = Object.keys(bitcoinNetworks) as readonly NetworkName[]

/** The name of the network with a CAIP-2 id, or `undefined` for one that is not Bitcoin's. */
export function toNetworkName(networkId: string | undefined): NetworkName | undefined {
  return networkNames.find((name) => networkId === `bip122:${bitcoinNetworks[name].reference}`)
}

/** The CAIP-2 id of a network. */
export function toNetworkId(name: NetworkName): CaipNetworkId {
  return `bip122:${bitcoinNetworks[name].reference}`
}
