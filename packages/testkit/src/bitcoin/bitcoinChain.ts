import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'

/** A chain as the Wallet Standard names it. */
export type BitcoinChain = 'bitcoin:mainnet' | 'bitcoin:testnet' | 'bitcoin:signet' | 'bitcoin:regtest'

const params: Readonly<Record<BitcoinChain, typeof NETWORK>> = {
  'bitcoin:mainnet': NETWORK,
  'bitcoin:testnet': TEST_NETWORK,
  'bitcoin:signet': TEST_NETWORK,
  'bitcoin:regtest': { ...TEST_NETWORK, bech32: 'bcrt' },
}

/** What addresses of a chain begin with. */
export function addressParams(chain: BitcoinChain): typeof NETWORK {
  return params[chain]
}

/**
 * Refuses what is no chain, and mainnet unless `allowMainnet`: the keys of a test wallet are known to everybody, and
 * whatever is sent to them is taken within seconds.
 *
 * @throws {Error}
 */
export function checkBitcoinChains(
  chains: readonly BitcoinChain[],
  { allowMainnet }: { allowMainnet: boolean },
): readonly BitcoinChain[] {
  if (chains.length === 0) throw new Error('A test wallet needs at least one chain: `chains` is empty.')
  for (const chain of chains) {
    if (!Object.hasOwn(params, chain)) throw new Error(`${chain} is no chain of Bitcoin.`)
    if (chain === 'bitcoin:mainnet' && !allowMainnet) {
      throw new Error(
        'The test wallet does not work on bitcoin:mainnet: its keys are public, and funds sent to them are lost. ' +
          'Use a local chain, or pass `allowMainnet: true` if no funds are involved.',
      )
    }
  }
  return Object.freeze([...new Set(chains)])
}
