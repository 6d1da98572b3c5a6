import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { createWalletInfo } from '../evm/createWalletInfo.ts'
import { pageWindow } from '../evm/pageWindow.ts'
import { memoryStorage } from '../memoryStorage.ts'
import { announceStandardWallet } from '../walletStandard/announceStandardWallet.ts'
import { bitcoinIcon } from './bitcoinIcon.ts'
import { type BitcoinFeature, createBitcoinFeatures } from './createBitcoinFeatures.ts'
import { type BitcoinStateOptions, createBitcoinState } from './createBitcoinState.ts'
import { toBitcoinAccounts } from './toBitcoinAccounts.ts'
import { type BitcoinUser, toBitcoinUser } from './toBitcoinUser.ts'

/** The options of {@link createBitcoinWallet}. All are optional. */
export type BitcoinWalletOptions = BitcoinStateOptions & {
  /** Default: "Bit Wallet". */
  name?: string | undefined
  /** A data URI of a square image. */
  icon?: string | undefined
  /** The features besides connecting. Default: all. */
  features?: readonly BitcoinFeature[] | undefined
}

/** A Bitcoin test wallet: what the page sees (`wallet`), and methods that act as its user. */
export type BitcoinWallet = BitcoinUser & {
  /** The Wallet Standard wallet that the page uses. */
  readonly wallet: Wallet
  /** Registers through the Wallet Standard, on `window` by default. Returns a function that unregisters the wallet. */
  announce(target?: EventTarget | undefined): () => void
}

/**
 * Creates a Bitcoin wallet that really signs and sends. Its policies decide for the user. It implements the Wallet
 * Standard: `bitcoin:connect`, `disconnect`, `events`, `signMessage` (BIP-322), `signTransaction` (PSBT) and
 * `signAndSendTransaction`, which are also the method names in `setPolicy`. A page sees the accounts of all chains of the
 * wallet.
 *
 * Private keys are not reachable through the wallet, its JSON or its errors.
 *
 * @throws {Error} for invalid keys, without chains, and for mainnet unless `allowMainnet` is set.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 * @example
 * import { createBitcoinWallet } from '@portico/testkit'
 *
 * const wallet = createBitcoinWallet({ esploraUrls: { 'bitcoin:regtest': 'http://localhost:4406' } })
 * wallet.announce()
 * wallet.setPolicy('reject', { method: 'bitcoin:signMessage' })
 */
export function createBitcoinWallet(options: BitcoinWalletOptions = {}): BitcoinWallet {
  const { name, icon } = createWalletInfo({
    name: options.name ?? 'Bit Wallet',
    icon: options.icon ?? bitcoinIcon,
  })
  const storage = options.storage ?? memoryStorage()
  const state = createBitcoinState({ options, storage, storageKey: `portico.testkit:bitcoin:${name}` })
  const announcements = new Set<() => void>()
  const accounts = toBitcoinAccounts(state)

  async function ask(method: string, params: unknown, network: string) {
    state.logRequest(method, params)
    await state.ask(method, params, network)
  }

  const features: Readonly<Record<`${string}:${string}`, unknown>> = Object.freeze({
    'bitcoin:connect': Object.freeze({
      version: '1.0.0',
      async connect({ purposes = ['payment', 'ordinals'] }: { purposes?: readonly string[] } = {}) {
        const params = { purposes: [...purposes] }
        if (state.memory.authorized) state.logRequest('bitcoin:connect', params)
        else await ask('bitcoin:connect', params, state.memory.chain)
        state.update({ authorized: true })
        return { accounts: accounts.exposed(purposes) }
      },
    }),
    'bitcoin:disconnect': Object.freeze({
      version: '1.0.0',
      disconnect: () => state.update({ authorized: false }),
    }),
    'bitcoin:events': Object.freeze({
      version: '1.0.0',
      on(event: string, listener: (change: { accounts: readonly WalletAccount[] }) => void) {
        if (event !== 'change') return () => {}
        return state.listen(() => listener({ accounts: accounts.exposed() }))
      },
    }),
    ...createBitcoinFeatures({
      offered: options.features,
      esploraUrls: state.esploraUrls,
      ask,
      key: accounts.key,
      chainOf: (chain) => state.chains.find((id) => id === (chain ?? state.memory.chain)),
    }),
  })

  const wallet: Wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon: icon as Wallet['icon'],
    chains: state.chains,
    features,
    get accounts() {
      return accounts.exposed()
    },
  } as const)

  // Assign to the object itself: a copy would evaluate its getters once.
  return Object.assign(toBitcoinUser({ state, info: { name, icon } }), {
    wallet,
    announce(target: EventTarget = pageWindow()) {
      if (state.memory.removed) throw new Error('The wallet was removed; create a new one to announce it.')
      const withdraw = announceStandardWallet({ wallet, target })
      announcements.add(withdraw)
      return () => {
        if (announcements.delete(withdraw)) withdraw()
      }
    },
    remove() {
      for (const withdraw of announcements) withdraw()
      announcements.clear()
      state.update({ removed: true })
    },
  })
}
