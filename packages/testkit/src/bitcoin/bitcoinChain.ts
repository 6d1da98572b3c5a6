import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'

/** A chain id of the Wallet Standard. */
export type BitcoinChain = 'bitcoin:mainnet' | 'bitcoin:testnet' | 'bitcoin:signet' | 'bitcoin:regtest'

const params: Readonly<Record<BitcoinChain, typeof NETWORK>> = {
  'bitcoin:mainnet': NETWORK,
  'bitcoin:testnet': TEST_NETWORK,
  'bitcoin:signet': TEST_NETWORK,
  'bitcoin:regtest': { ...TEST_NETWORK, bech32: 'bcrt' },
}

/** Returns the address prefixes and other parameters of a chain. */
export function addressParams(chain: BitcoinChain): typeof NETWORK {
  return params[chain]
}

/**
 * Validates chains and removes duplicates. Mainnet needs `allowMainnet`: the keys of a test wallet are public, and funds
 * sent to them are stolen within seconds.
 *
 * @throws {Error} without chains, for an unknown chain, and for mainnet unless `allowMainnet` is set.
 */
export function checkBitcoinChains(
  chains: readonly BitcoinChain[],
  { allowMainnet }: { allowMainnet: boolean },
): readonly BitcoinChain[] {
  if (chains.length === 0) throw new Error('A test wallet needs at least one chain: `chains` is empty.')
  for (const chain of chains) {
    if (!Object.hasOwn(params, chain)) throw new Error(`${chain} is not a Bitcoin chain.`)
    if (chain === 'bitcoin:mainnet' && !allowMainnet) {
      throw new Error(
        'The test wallet does not work on bitcoin:mainnet: its keys are public, and funds sent to them are lost. ' +
          'Use a local chain, or pass `allowMainnet: true` if no funds are involved.',
      )
    }
  }
  return Object.freeze([...new Set(chains)])
}
