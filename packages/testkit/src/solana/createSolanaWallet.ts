import { rpcErrorCodes } from '@portico/protocol'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { type Approvals, createApprovals, type Policy } from '../createApprovals.ts'
import { createEmitter } from '../createEmitter.ts'
import { createWalletInfo } from '../evm/createWalletInfo.ts'
import { pageWindow } from '../evm/pageWindow.ts'
import { memoryStorage, type WalletStorage } from '../memoryStorage.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import { announceStandardWallet } from '../walletStandard/announceStandardWallet.ts'
import { createSolanaFeatures, type SolanaFeature } from './createSolanaFeatures.ts'
import { createSolanaState } from './createSolanaState.ts'
import { type SolanaKey, type SolanaKeysOption, toSolanaKeys } from './toSolanaKeys.ts'

/** A chain id of the Wallet Standard. */
export type SolanaChain = 'solana:mainnet' | 'solana:devnet' | 'solana:testnet' | 'solana:localnet'

/** The options of {@link createSolanaWallet}. All are optional. */
export type SolanaWalletOptions = {
  /** The wallet's keys. Default: accounts 0 and 1 of the public test mnemonic, `m/44'/501'/i'/0'`. */
  accounts?: SolanaKeysOption | undefined
  /** Shorthand for `accounts: { mnemonic }`. */
  mnemonic?: string | undefined
  /** The wallet's chains. Default: all but mainnet. */
  chains?: readonly SolanaChain[] | undefined
  /** RPC URLs for sending transactions, by chain. Without one the wallet can sign, but not send (4901). */
  rpcUrls?: Readonly<Partial<Record<SolanaChain, string>>> | undefined
  /** How requests that need the user's consent are decided. Default: `approve`. */
  policy?: Policy | undefined
  /** Shared approvals of several wallets of one user. Takes precedence over `policy`. Default: the wallet's own. */
  approvals?: Approvals | undefined
  /** Default: "Sol Wallet". */
  name?: string | undefined
  /** A data URI of a square image. */
  icon?: string | undefined
  /** The features besides connecting. Default: all. */
  features?: readonly SolanaFeature[] | undefined
  /** Whether the wallet is connected to this origin from the start. Default: false. */
  authorized?: boolean | undefined
  /** Stores permission and account across reloads. Takes precedence over `authorized`. Default: memory. */
  storage?: WalletStorage | undefined
  /** The origin that permissions belong to. Default: the page's origin. */
  origin?: string | undefined
  /** Allows `solana:mainnet`, for a local fork. */
  allowMainnet?: boolean | undefined
}

/** A Solana test wallet: what the page sees (`wallet`), and methods that act as its user. */
export type SolanaWallet = Pick<
  Approvals,
  'policy' | 'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  /** The Wallet Standard wallet that the page uses. */
  readonly wallet: Wallet
  readonly info: { readonly name: string; readonly icon: string }
  /** All addresses, whether or not the page may see them. */
  readonly accounts: readonly string[]
  /** Whether the page may see the accounts. */
  readonly connected: boolean
  /** The last 1000 requests of the page, the oldest first. */
  readonly requests: readonly { readonly method: string; readonly params: unknown }[]
  /** Registers through the Wallet Standard, on `window` by default. Returns a function that unregisters the wallet. */
  announce(target?: EventTarget | undefined): () => void
  /** Makes an account the active one, by its index in `accounts` or its address. */
  switchAccount(account: number | string): void
  /** Changes the wallet's chains, as when a user enables a test mode. */
  setChains(chains: readonly SolanaChain[]): void
  /** Revokes the page's permission. */
  disconnect(): void
  lock(): void
  unlock(): void
  /** Uninstalls the wallet: unregisters it; every request fails with 4900. */
  remove(): void
}

/**
 * Creates a Solana wallet that really signs and sends. Its policies decide for the user. It implements the Wallet
 * Standard: connect, disconnect, events, `solana:signIn`, `signMessage`, `signTransaction` (legacy and version 0) and
 * `signAndSendTransaction`, which are also the method names in `setPolicy`.
 *
 * Private keys are not reachable through the wallet, its JSON or its errors.
 *
 * @throws {Error} for invalid keys, without chains, and for mainnet unless `allowMainnet` is set.
 * @see https://github.com/anza-xyz/wallet-standard
 * @example
 * import { createSolanaWallet } from '@portico/testkit'
 *
 * const wallet = createSolanaWallet({ rpcUrls: { 'solana:localnet': 'http://localhost:8899' } })
 * wallet.announce()
 * wallet.setPolicy('reject', { method: 'solana:signMessage' })
 */
export function createSolanaWallet(options: SolanaWalletOptions = {}): SolanaWallet {
  const {
    allowMainnet = false,
    authorized = false,
    mnemonic,
    policy = 'approve',
    rpcUrls = {},
    storage = memoryStorage(),
    origin = typeof location === 'undefined' ? 'null' : location.origin,
  } = options
  const { name, icon } = createWalletInfo({
    name: options.name ?? 'Sol Wallet',
    icon: options.icon ?? solIcon,
  })
  const keys = toSolanaKeys(options.accounts ?? (mnemonic === undefined ? undefined : { mnemonic }))
  const approvals = options.approvals ?? createApprovals({ policy })
  const changes = createEmitter<{
    change: { accounts: readonly WalletAccount[] } | { chains: Wallet['chains'] }
  }>()
  const announcements = new Set<() => void>()
  const requests: { method: string; params: unknown }[] = []
  const state = createSolanaState({
    keys,
    authorized,
    origin,
    storage,
    storageKey: `portico.testkit:solana:${name}`,
    onChange: () => changes.emit('change', { accounts: exposed() }),
  })
  let chains = checkChains(options.chains ?? ['solana:localnet', 'solana:devnet', 'solana:testnet'])

  function checkChains(ids: readonly SolanaChain[]): readonly SolanaChain[] {
    if (ids.length === 0) throw new Error('A test wallet needs at least one chain: `chains` is empty.')
    if (ids.includes('solana:mainnet') && !allowMainnet) {
      throw new Error(
        'The test wallet does not work on Solana mainnet: its keys are public, and funds sent to them are lost. ' +
          'Use a local chain, or pass `allowMainnet: true` if this is a local fork.',
      )
    }
    return [...ids]
  }

  const accountOf = new Map<string, WalletAccount>()
  function toAccount({ address, publicKey }: SolanaKey): WalletAccount {
    const cached = accountOf.get(address)
    if (cached) return cached
    const supported = Object.keys(features).filter((feature) => feature.startsWith('solana:'))
    const account = Object.freeze({
      address,
      publicKey: Uint8Array.from(publicKey),
      chains,
      features: supported,
    })
    accountOf.set(address, account as WalletAccount)
    return account as WalletAccount
  }

  const exposed = () => state.exposed().map(toAccount)

  function assertPresent() {
    if (state.memory.removed)
      throw new ProviderRpcError({ code: rpcErrorCodes.disconnected, message: 'The wallet was removed.' })
  }

  /** Logs a request and asks for the user's consent. Resolves if approved. */
  async function ask(method: string, params: unknown, network: string): Promise<void> {
    requests.push({ method, params })
    if (requests.length > 1000) requests.shift()
    assertPresent()
    await approvals.decide({ method, params, origin, network }, { consent: true })
    // The wallet may have been removed while the user decided.
    assertPresent()
  }

  const features: Readonly<Record<`${string}:${string}`, unknown>> = Object.freeze({
    'standard:connect': Object.freeze({
      version: '1.0.0',
      async connect(input?: { silent?: boolean }) {
        requests.push({ method: 'standard:connect', params: { silent: input?.silent === true } })
        assertPresent()
        if (!state.memory.authorized && input?.silent !== true) {
          await approvals.decide(
            { method: 'standard:connect', params: [], origin, network: chains[0] ?? '' },
            { consent: true },
          )
          assertPresent()
          state.update({ authorized: true })
        }
        return { accounts: exposed() }
      },
    }),
    'standard:disconnect': Object.freeze({
      version: '1.0.0',
      disconnect: async () => state.update({ authorized: false }),
    }),
    'standard:events': Object.freeze({
      version: '1.0.0',
      on(event: string, listener: (change: unknown) => void) {
        if (event !== 'change') return () => {}
        changes.on('change', listener)
        return () => changes.off('change', listener)
      },
    }),
    ...createSolanaFeatures({
      offered: options.features,
      rpcUrls,
      ask,
      authorize: () => state.update({ authorized: true }),
      active: () => state.active,
      account: (address) => toAccount(keys.find((key) => key.address === address) as SolanaKey),
      key: (address) => state.exposed().find((key) => key.address === address),
      knows: (chain) => chains.some((id) => id === chain),
    }),
  })

  const wallet: Wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon: icon as Wallet['icon'],
    get chains() {
      return chains
    },
    features,
    get accounts() {
      return exposed()
    },
  } as const)

  return {
    wallet,
    info: Object.freeze({ name, icon }),
    accounts: keys.map(({ address }) => address),
    requests,
    get connected() {
      return exposed().length > 0
    },
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
      if (state.memory.removed) throw new Error('The wallet was removed; create a new one to announce it.')
      const withdraw = announceStandardWallet({ wallet, target })
      announcements.add(withdraw)
      return () => {
        if (announcements.delete(withdraw)) withdraw()
      }
    },
    switchAccount(target) {
      const active = typeof target === 'number' ? target : keys.findIndex(({ address }) => address === target)
      if (!keys[active]) throw new Error(`The wallet has no account ${target}; it has ${keys.length}.`)
      state.update({ active })
    },
    setChains(ids) {
      chains = checkChains(ids)
      accountOf.clear()
      changes.emit('change', { chains })
    },
    disconnect: () => state.update({ authorized: false }),
    lock: () => state.update({ locked: true }),
    unlock: () => state.update({ locked: false }),
    remove() {
      for (const withdraw of announcements) withdraw()
      announcements.clear()
      state.update({ removed: true })
      approvals.failAll({ code: rpcErrorCodes.disconnected, message: 'The wallet was removed.' })
      changes.clear()
    },
  }
}

const solIcon = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#6b3fd4"/>' +
    '<path d="M30 32h42l-8 9H22zm0 23h42l-8 9H22zM22 43.5h42l8 9H30z" fill="#fff"/></svg>',
)}`
