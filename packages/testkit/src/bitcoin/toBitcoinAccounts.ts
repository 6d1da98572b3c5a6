import type { WalletAccount } from '@wallet-standard/base'
import type { BitcoinState } from './createBitcoinState.ts'
import type { BitcoinKey } from './toBitcoinKeys.ts'

/** Creates the Wallet Standard accounts of a wallet's keys on all of its chains. */
export function toBitcoinAccounts(state: BitcoinState): {
  /** Returns the accounts the page may see, filtered by purpose; those of the active chain and account first. */
  exposed(purposes?: readonly string[] | undefined): readonly WalletAccount[]
  /** Returns the key of an address the page may see. */
  key(address: string): BitcoinKey | undefined
} {
  const cache = new Map<string, WalletAccount>()

  function toAccount({ address, publicKey, account }: BitcoinKey): WalletAccount {
    // Return the same object each time, because pages compare accounts by identity.
    const cached = cache.get(address)
    if (cached) return cached
    const chains = state.chains.filter((chain) => state.keys(chain).some((key) => key.address === address))
    const created = Object.freeze({
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
    cache.set(address, created)
    return created
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
