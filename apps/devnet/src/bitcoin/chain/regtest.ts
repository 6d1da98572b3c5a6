/** The network's constants, as `@scure/btc-signer` takes them. */
export const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
