/** The address prefixes and the coin of a Bitcoin network. */
export type BitcoinNetwork = {
  /** The prefix of bech32 and bech32m addresses (BIP-173, BIP-350). */
  hrp: string
  /** The version bytes of base58check addresses: P2PKH and P2SH. */
  versions: readonly [number, number]
  name: string
  symbol: string
}

const test = { hrp: 'tb', versions: [0x6f, 0xc4], symbol: 'tBTC' } as const

/** Networks by CAIP-2 reference, the first 32 digits of the genesis block's hash. */
export const bitcoinNetworks: Readonly<Record<string, BitcoinNetwork>> = {
  '000000000019d6689c085ae165831e93': { hrp: 'bc', versions: [0x00, 0x05], name: 'Bitcoin', symbol: 'BTC' },
  '000000000933ea01ad0ee984209779ba': { ...test, name: 'Testnet Bitcoin' },
  '00000000da84f2bafbbc53dee25a72ae': { ...test, name: 'Testnet4 Bitcoin' },
  '00000008819873e925422c1ff0f99f7c': { ...test, name: 'Signet Bitcoin' },
  '0f9188f13cb7b2c71f2a335e3a4fc328': { ...test, hrp: 'bcrt', name: 'Bitcoin', symbol: 'BTC' },
}
