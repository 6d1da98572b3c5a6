import type { Wallet, WalletAccount } from '@wallet-standard/base'
import {
  type BitcoinWallet,
  type BitcoinWalletOptions,
  createBitcoinWallet,
} from '../bitcoin/createBitcoinWallet.ts'
import { type Approvals, createApprovals, type Policy } from '../createApprovals.ts'
import { createEvmWallet, type EvmWallet, type EvmWalletOptions } from '../evm/createEvmWallet.ts'
import { createWalletInfo } from '../evm/createWalletInfo.ts'
import { pageWindow } from '../evm/pageWindow.ts'
import type { WalletStorage } from '../memoryStorage.ts'
import {
  createSolanaWallet,
  type SolanaWallet,
  type SolanaWalletOptions,
} from '../solana/createSolanaWallet.ts'
import { announceStandardWallet } from '../walletStandard/announceStandardWallet.ts'

/** What the families of a multi-chain wallet have in common is given once. */
type OwnOptions<Options> = Omit<
  Options,
  'policy' | 'approvals' | 'name' | 'icon' | 'info' | 'storage' | 'authorized' | 'origin'
>

/** The options of {@link createMultiChainWallet}. */
export type MultiChainWalletOptions = {
  evm: OwnOptions<EvmWalletOptions>
  solana?: OwnOptions<SolanaWalletOptions> | undefined
  bitcoin?: OwnOptions<BitcoinWalletOptions> | undefined
  /** How it answers what its user must agree to, on all families; `approve` by default. */
  policy?: Policy | undefined
  /** How it calls itself, everywhere; "Polyglot" by default. */
  name?: string | undefined
  /** A data URI of a square picture. */
  icon?: string | undefined
  /** Connected to this origin from the start, on all families. False by default. */
  authorized?: boolean | undefined
  /** Where permissions and accounts are remembered across reloads; in memory by default. */
  storage?: WalletStorage | undefined
  /** Whom permissions are for; the page's origin by default. */
  origin?: string | undefined
}

/** One wallet for three families, with one person behind it. */
export type MultiChainWallet = Pick<
  Approvals,
  'policy' | 'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  /** The parts, for what only one family has (`evm.switchChain`, `bitcoin.switchNetwork`). They do not announce themselves. */
  readonly evm: EvmWallet
  readonly solana: SolanaWallet
  readonly bitcoin: BitcoinWallet
  /** What the page gets for Solana and Bitcoin: one wallet of the Wallet Standard with the features of both. */
  readonly wallet: Wallet
  readonly info: { readonly name: string; readonly icon: string }
  /** Announces by EIP-6963 and by the Wallet Standard; on `window` if no target is given. */
  announce(target?: EventTarget | undefined): () => void
  /** Makes an account the active one on all families, by its place. */
  switchAccount(account: number): void
  /** The person takes the page's permission away, on all families. */
  disconnect(): void
  lock(): void
  unlock(): void
  /** Uninstalls the wallet. */
  remove(): void
}

/**
 * Makes one wallet for Ethereum, Solana and Bitcoin, as the large ones are today: it announces itself by EIP-6963 and
 * by the Wallet Standard under one name, asks for permission per family, and has one policy and one queue of requests.
 *
 * @throws {Error} as `createEvmWallet`, `createSolanaWallet` and `createBitcoinWallet` do.
 * @example
 * import { createMultiChainWallet } from '@portico/testkit'
 *
 * const wallet = createMultiChainWallet({
 *   evm: { chains: [{ chainId: 31337, rpcUrl: 'http://localhost:8545' }] },
 *   solana: { rpcUrls: { 'solana:localnet': 'http://localhost:8899' } },
 *   bitcoin: { esploraUrls: { 'bitcoin:regtest': 'http://localhost:4406' } },
 * })
 * wallet.announce()
 */
export function createMultiChainWallet(options: MultiChainWalletOptions): MultiChainWallet {
  const { authorized, storage, origin, policy = 'approve' } = options
  const info = createWalletInfo({
    name: options.name ?? 'Polyglot',
    icon: options.icon ?? polyglotIcon,
    rdns: 'dev.portico.polyglot',
  })
  const { name, icon } = info
  const approvals = createApprovals({ policy })
  const common = { approvals, authorized, storage, origin }
  const evm = createEvmWallet({ ...options.evm, ...common, info })
  const solana = createSolanaWallet({ ...options.solana, ...common, name, icon })
  const bitcoin = createBitcoinWallet({ ...options.bitcoin, ...common, name, icon })
  const parts = [evm, solana, bitcoin] as const
  const announcements = new Set<() => void>()

  const accounts = (): readonly WalletAccount[] => [...solana.wallet.accounts, ...bitcoin.wallet.accounts]
  type Listen = (event: string, listener: () => void) => () => void
  const listens = [
    (solana.wallet.features['standard:events'] as { on: Listen }).on,
    (bitcoin.wallet.features['bitcoin:events'] as { on: Listen }).on,
  ]

  const wallet: Wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon: icon as Wallet['icon'],
    get chains() {
      return [...solana.wallet.chains, ...bitcoin.wallet.chains]
    },
    features: Object.freeze({
      ...bitcoin.wallet.features,
      ...solana.wallet.features,
      // Each family's accounts are in the same list, so a change of one is told with those of the other.
      'standard:events': Object.freeze({
        version: '1.0.0',
        on(event: string, listener: (change: { accounts: readonly WalletAccount[] }) => void) {
          const stops = listens.map((listen) => listen(event, () => listener({ accounts: accounts() })))
          return () => {
            for (const stop of stops) stop()
          }
        },
      }),
    }),
    get accounts() {
      return accounts()
    },
  } as const)

  return {
    evm,
    solana,
    bitcoin,
    wallet,
    info: Object.freeze({ name, icon }),
    get policy() {
      return approvals.policy
    },
    get pending() {
      return approvals.pending
    },
    setPolicy: approvals.setPolicy,
    onRequest: approvals.onRequest,
    waitForRequest: approvals.waitForRequest,
    release: approvals.release,
    announce(target = pageWindow()) {
      const stops = [evm.announce(target), announceStandardWallet({ wallet, target })]
      const stop = () => {
        for (const one of stops) one()
      }
      announcements.add(stop)
      return () => {
        if (announcements.delete(stop)) stop()
      }
    },
    switchAccount(account) {
      for (const part of parts) part.switchAccount(account)
    },
    disconnect() {
      for (const part of parts) part.disconnect()
    },
    lock() {
      for (const part of parts) part.lock()
    },
    unlock() {
      for (const part of parts) part.unlock()
    },
    remove() {
      for (const stop of announcements) stop()
      announcements.clear()
      for (const part of parts) part.remove()
    },
  }
}

const polyglotIcon = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#0f766e"/>' +
    '<circle cx="36" cy="40" r="17" fill="#fff"/><circle cx="62" cy="40" r="17" fill="#fff" opacity=".7"/>' +
    '<circle cx="49" cy="62" r="17" fill="#fff" opacity=".5"/></svg>',
)}`
