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

/** A chain as the Wallet Standard names it. */
export type SolanaChain = 'solana:mainnet' | 'solana:devnet' | 'solana:testnet' | 'solana:localnet'

/** The options of {@link createSolanaWallet}; every one may be left out. */
export type SolanaWalletOptions = {
  /** Whose keys it holds; by default accounts 0 and 1 of the public test mnemonic, `m/44'/501'/i'/0'`. */
  accounts?: SolanaKeysOption | undefined
  /** Short for `accounts: { mnemonic }`. */
  mnemonic?: string | undefined
  /** The chains it knows; all but mainnet by default. */
  chains?: readonly SolanaChain[] | undefined
  /** Where it sends transactions, by chain. Without one it signs, but cannot send (4901). */
  rpcUrls?: Readonly<Partial<Record<SolanaChain, string>>> | undefined
  /** How it answers what its user must agree to; `approve` by default. */
  policy?: Policy | undefined
  /** Who decides, where several wallets are one person's; goes before `policy`. Its own by default. */
  approvals?: Approvals | undefined
  /** How it calls itself; "Sol Wallet" by default. */
  name?: string | undefined
  /** A data URI of a square picture. */
  icon?: string | undefined
  /** What it can do besides connecting; everything by default. */
  features?: readonly SolanaFeature[] | undefined
  /** Connected to this origin from the start. False by default. */
  authorized?: boolean | undefined
  /** Where permission and account are remembered across reloads; in memory by default. Wins over `authorized`. */
  storage?: WalletStorage | undefined
  /** Whom permissions are for; the page's origin by default. */
  origin?: string | undefined
  /** Lets `solana:mainnet` through, for a local fork of it. */
  allowMainnet?: boolean | undefined
}

/** A Solana wallet for tests: what the page sees (`wallet`), and its other side, where the person sits. */
export type SolanaWallet = Pick<
  Approvals,
  'policy' | 'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  /** What the page gets: a wallet of the Wallet Standard. */
  readonly wallet: Wallet
  readonly info: { readonly name: string; readonly icon: string }
  /** All addresses, whether a page may see them or not. */
  readonly accounts: readonly string[]
  /** May the page see the accounts now? */
  readonly connected: boolean
  /** The last 1000 requests of the page, the oldest first. */
  readonly requests: readonly { readonly method: string; readonly params: unknown }[]
  /** Registers by the Wallet Standard, now and with every page that gets ready; on `window` if no target is given. */
  announce(target?: EventTarget | undefined): () => void
  /** Makes an account the active one, by its place in `accounts` or its address. */
  switchAccount(account: number | string): void
  /** The chains the wallet knows from now on, as when a person turns a test mode on. */
  setChains(chains: readonly SolanaChain[]): void
  /** The person takes the page's permission away. */
  disconnect(): void
  lock(): void
  unlock(): void
  /** Uninstalls the wallet: it is unregistered, and every request fails with 4900. */
  remove(): void
}

/**
 * Makes a Solana wallet that really signs and sends, with a person behind it that does as told. It speaks the Wallet
 * Standard: connect, disconnect, events, `solana:signIn`, `signMessage`, `signTransaction` (legacy and version 0) and
 * `signAndSendTransaction`, which are also the names of the methods in `setPolicy`.
 *
 * The keys stay inside: none is in the wallet, its JSON or its errors.
 *
 * @throws {Error} for keys that are none, no chain, and for mainnet unless `allowMainnet`.
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

  function checkChains(wanted: readonly SolanaChain[]): readonly SolanaChain[] {
    if (wanted.length === 0) throw new Error('A test wallet needs at least one chain: `chains` is empty.')
    if (wanted.includes('solana:mainnet') && !allowMainnet) {
      throw new Error(
        'The test wallet does not work on Solana mainnet: its keys are public, and funds sent to them are lost. ' +
          'Use a local chain, or pass `allowMainnet: true` if this is a local fork.',
      )
    }
    return [...wanted]
  }

  const accountOf = new Map<string, WalletAccount>()
  function toAccount({ address, publicKey }: SolanaKey): WalletAccount {
    const known = accountOf.get(address)
    if (known) return known
    const can = Object.keys(features).filter((feature) => feature.startsWith('solana:'))
    const account = Object.freeze({ address, publicKey: Uint8Array.from(publicKey), chains, features: can })
    accountOf.set(address, account as WalletAccount)
    return account as WalletAccount
  }

  const exposed = () => state.exposed().map(toAccount)

  function assertPresent() {
    if (state.memory.removed)
      throw new ProviderRpcError({ code: rpcErrorCodes.disconnected, message: 'The wallet is gone.' })
  }

  /** What the page asked for, as JSON the person can read; resolves on a yes. */
  async function ask(method: string, params: unknown, network: string): Promise<void> {
    requests.push({ method, params })
    if (requests.length > 1000) requests.shift()
    assertPresent()
    await approvals.decide({ method, params, origin, network }, { consent: true })
    // While the person thought, the wallet may have been removed.
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
      knows: (chain) => chains.some((known) => known === chain),
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
      const stop = announceStandardWallet({ wallet, target })
      announcements.add(stop)
      return () => {
        if (announcements.delete(stop)) stop()
      }
    },
    switchAccount(wanted) {
      const active = typeof wanted === 'number' ? wanted : keys.findIndex(({ address }) => address === wanted)
      if (!keys[active]) throw new Error(`The wallet has no account ${wanted}; it has ${keys.length}.`)
      state.update({ active })
    },
    setChains(wanted) {
      chains = checkChains(wanted)
      accountOf.clear()
      changes.emit('change', { chains })
    },
    disconnect: () => state.update({ authorized: false }),
    lock: () => state.update({ locked: true }),
    unlock: () => state.update({ locked: false }),
    remove() {
      for (const stop of announcements) stop()
      announcements.clear()
      state.update({ removed: true })
      approvals.failAll({ code: rpcErrorCodes.disconnected, message: 'The wallet is gone.' })
      changes.clear()
    },
  }
}

const solIcon = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#6b3fd4"/>' +
    '<path d="M30 32h42l-8 9H22zm0 23h42l-8 9H22zM22 43.5h42l8 9H30z" fill="#fff"/></svg>',
)}`
