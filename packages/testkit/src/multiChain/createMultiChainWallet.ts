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

/** The options of one namespace; shared options are given once for the whole wallet. */
type OwnOptions<Options> = Omit<
  Options,
  'policy' | 'approvals' | 'name' | 'icon' | 'info' | 'storage' | 'authorized' | 'origin'
>

/** The options of {@link createMultiChainWallet}. */
export type MultiChainWalletOptions = {
  evm: OwnOptions<EvmWalletOptions>
  solana?: OwnOptions<SolanaWalletOptions> | undefined
  bitcoin?: OwnOptions<BitcoinWalletOptions> | undefined
  /** How requests that need the user's consent are decided, in all namespaces. Default: `approve`. */
  policy?: Policy | undefined
  /** Default: "Polyglot". */
  name?: string | undefined
  /** A data URI of a square image. */
  icon?: string | undefined
  /** Whether the wallet is connected to this origin from the start, in all namespaces. Default: false. */
  authorized?: boolean | undefined
  /** Stores permissions and accounts across reloads. Default: memory. */
  storage?: WalletStorage | undefined
  /** The origin that permissions belong to. Default: the page's origin. */
  origin?: string | undefined
}

/** A wallet for three namespaces with one set of policies. */
export type MultiChainWallet = Pick<
  Approvals,
  'policy' | 'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  /** The wallets of each namespace, for methods only one of them has (`evm.switchChain`). They are not announced. */
  readonly evm: EvmWallet
  readonly solana: SolanaWallet
  readonly bitcoin: BitcoinWallet
  /** The Wallet Standard wallet for Solana and Bitcoin, with the features of both. */
  readonly wallet: Wallet
  readonly info: { readonly name: string; readonly icon: string }
  /** Announces through EIP-6963 and the Wallet Standard, on `window` by default. */
  announce(target?: EventTarget | undefined): () => void
  /** Makes an account the active one in all namespaces, by its index. */
  switchAccount(account: number): void
  /** Revokes the page's permission in all namespaces. */
  disconnect(): void
  lock(): void
  unlock(): void
  /** Uninstalls the wallet. */
  remove(): void
}

/**
 * Creates one wallet for Ethereum, Solana and Bitcoin, like the major multi-chain wallets: it announces itself through
 * EIP-6963 and the Wallet Standard under one name, asks for permission per namespace, and has one policy and one queue of
 * requests.
 *
 * @throws {Error} like `createEvmWallet`, `createSolanaWallet` and `createBitcoinWallet`.
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
  const listenFunctions = [
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
      // The accounts of both namespaces are in one list, so a change of either reports all of them.
      'standard:events': Object.freeze({
        version: '1.0.0',
        on(event: string, listener: (change: { accounts: readonly WalletAccount[] }) => void) {
          const stops = listenFunctions.map((listen) =>
            listen(event, () => listener({ accounts: accounts() })),
          )
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
        for (const withdraw of stops) withdraw()
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
