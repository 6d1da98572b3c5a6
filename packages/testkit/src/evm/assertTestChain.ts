// Chains whose currency has a market value. The list only needs to catch common mistakes, so it is not complete.
const publicMainnets: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  25: 'Cronos',
  40: 'Telos',
  56: 'BNB Smart Chain',
  61: 'Ethereum Classic',
  100: 'Gnosis',
  122: 'Fuse',
  130: 'Unichain',
  137: 'Polygon',
  143: 'Monad',
  146: 'Sonic',
  169: 'Manta Pacific',
  196: 'X Layer',
  232: 'Lens',
  250: 'Fantom',
  252: 'Fraxtal',
  288: 'Boba',
  314: 'Filecoin',
  324: 'ZKsync Era',
  369: 'PulseChain',
  480: 'World Chain',
  999: 'HyperEVM',
  1030: 'Conflux eSpace',
  1088: 'Metis',
  1101: 'Polygon zkEVM',
  1135: 'Lisk',
  1284: 'Moonbeam',
  1285: 'Moonriver',
  1329: 'Sei',
  1868: 'Soneium',
  2020: 'Ronin',
  2741: 'Abstract',
  5000: 'Mantle',
  7777777: 'Zora',
  8217: 'Kaia',
  8453: 'Base',
  33139: 'ApeChain',
  34443: 'Mode',
  42161: 'Arbitrum One',
  42170: 'Arbitrum Nova',
  42220: 'Celo',
  43114: 'Avalanche',
  57073: 'Ink',
  59144: 'Linea',
  60808: 'BOB',
  80094: 'Berachain',
  81457: 'Blast',
  534352: 'Scroll',
  1313161554: 'Aurora',
}

let hasWarned = false

/**
 * Rejects public mainnets: the keys of a test wallet are public, and funds sent to them are stolen within seconds.
 * `allowMainnet` allows a local fork of such a chain, with one warning.
 *
 * @throws {Error} for a public mainnet, unless `allowMainnet` is set.
 */
export function assertTestChain({ chainId, allowMainnet }: { chainId: number; allowMainnet: boolean }): void {
  const name = publicMainnets[chainId]
  if (name === undefined) return
  if (!allowMainnet) {
    throw new Error(
      `The test wallet does not work on ${name} (chain ${chainId}): its keys are public, and funds sent to ` +
        'them are lost. Use a local chain, or pass `allowMainnet: true` if this is a local fork.',
    )
  }
  if (hasWarned) return
  hasWarned = true
  console.warn(
    `[portico] A test wallet is in use on ${name} (chain ${chainId}). Its keys are public: never send funds to it.`,
  )
}
