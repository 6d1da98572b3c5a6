import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { createWalletInfo } from '../evm/createWalletInfo.ts'
import { pageWindow } from '../evm/pageWindow.ts'
import { memoryStorage } from '../memoryStorage.ts'
import { announceStandardWallet } from '../walletStandard/announceStandardWallet.ts'
import { bitcoinIcon } from './bitcoinIcon.ts'
import { type BitcoinFeature, createBitcoinFeatures } from './createBitcoinFeatures.ts'
import { type BitcoinStateOptions, createBitcoinState } from './createBitcoinState.ts'
import { toBitcoinAccounts } from './toBitcoinAccounts.ts'
import { type BitcoinPerson, toBitcoinPerson } from './toBitcoinPerson.ts'

/** The options of {@link createBitcoinWallet}; every one may be left out. */
export type BitcoinWalletOptions = BitcoinStateOptions & {
  /** How it calls itself; "Bit Wallet" by default. */
  name?: string | undefined
  /** A data URI of a square picture. */
  icon?: string | undefined
  /** What it can do besides connecting; everything by default. */
  features?: readonly BitcoinFeature[] | undefined
}

/** A Bitcoin wallet for tests: what the page sees (`wallet`), and its other side, where the person sits. */
export type BitcoinWallet = BitcoinPerson & {
  /** What the page gets: a wallet of the Wallet Standard. */
  readonly wallet: Wallet
  /** Registers by the Wallet Standard, now and with every page that gets ready; on `window` if no target is given. */
  announce(target?: EventTarget | undefined): () => void
}

/**
 * Makes a Bitcoin wallet that really signs and sends, with a person behind it that does as told. It speaks the Wallet
 * Standard: `bitcoin:connect`, `disconnect`, `events`, `signMessage` (BIP-322), `signTransaction` (PSBT) and
 * `signAndSendTransaction`, which are also the names of the methods in `setPolicy`. A page sees the accounts of every
 * chain the wallet knows, each with its chains.
 *
 * The keys stay inside: none is in the wallet, its JSON or its errors.
 *
 * @throws {Error} for keys that are none, no chain, and for mainnet unless `allowMainnet`.
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
    state.note(method, params)
    await state.ask(method, params, network)
  }

  const features: Readonly<Record<`${string}:${string}`, unknown>> = Object.freeze({
    'bitcoin:connect': Object.freeze({
      version: '1.0.0',
      async connect({ purposes = ['payment', 'ordinals'] }: { purposes?: readonly string[] } = {}) {
        const params = { purposes: [...purposes] }
        if (state.memory.authorized) state.note('bitcoin:connect', params)
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
      chainOf: (chain) => state.chains.find((known) => known === (chain ?? state.memory.chain)),
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

  // Onto the object, as a copy would keep the first value of its getters.
  return Object.assign(toBitcoinPerson({ state, info: { name, icon } }), {
    wallet,
    announce(target: EventTarget = pageWindow()) {
      if (state.memory.removed) throw new Error('The wallet was removed; create a new one to announce it.')
      const stop = announceStandardWallet({ wallet, target })
      announcements.add(stop)
      return () => {
        if (announcements.delete(stop)) stop()
      }
    },
    remove() {
      for (const stop of announcements) stop()
      announcements.clear()
      state.update({ removed: true })
    },
  })
}
