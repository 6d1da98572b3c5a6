import type { WalletAccount } from '@wallet-standard/base'
import type { BitcoinState } from './createBitcoinState.ts'
import type { BitcoinKey } from './toBitcoinKeys.ts'

/** The accounts of the Wallet Standard for the keys of a wallet, on all of its chains. */
export function toBitcoinAccounts(state: BitcoinState): {
  /** Those the page may see, of the purposes given; the active chain's and the active account's first. */
  exposed(purposes?: readonly string[] | undefined): readonly WalletAccount[]
  /** The key of an address the page may see. */
  key(address: string): BitcoinKey | undefined
} {
  const made = new Map<string, WalletAccount>()

  function toAccount({ address, publicKey, account }: BitcoinKey): WalletAccount {
    // The same object each time: pages compare them.
    const known = made.get(address)
    if (known) return known
    const chains = state.chains.filter((chain) => state.keys(chain).some((key) => key.address === address))
    const fresh = Object.freeze({
      address,
      publicKey: Uint8Array.from(publicKey),
      chains: Object.freeze(chains),
      features: Object.freeze([
        'bitcoin:signMessage',
        'bitcoin:signTransaction',
        'bitcoin:signAndSendTransaction',
      ] as const),
      label: `Account ${account + 1}`,
    })
    made.set(address, fresh)
    return fresh
  }

  function visible(): readonly BitcoinKey[] {
    const { chain } = state.memory
    return [chain, ...state.chains.filter((other) => other !== chain)].flatMap(state.exposed)
  }

  return {
    exposed: (purposes = ['payment', 'ordinals']) => [
      ...new Set(
        visible()
          .filter(({ purpose }) => purposes.includes(purpose))
          .map(toAccount),
      ),
    ],
    key: (address) => visible().find((key) => key.address === address),
  }
}
