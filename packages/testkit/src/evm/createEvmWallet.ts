import { rpcErrorCodes } from '@portico/protocol'
import type { Address, Hex } from 'viem'
import { type Approvals, createApprovals, type Policy } from '../createApprovals.ts'
import { createEmitter } from '../createEmitter.ts'
import { memoryStorage, type WalletStorage } from '../memoryStorage.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import { announceProvider } from './announceProvider.ts'
import { assertTestChain } from './assertTestChain.ts'
import { callNode } from './callNode.ts'
import { createEvmProvider } from './createEvmProvider.ts'
import { createWalletInfo, type WalletInfo } from './createWalletInfo.ts'
import { createWalletState } from './createWalletState.ts'
import type { Eip1193Events, Eip1193Provider } from './eip1193.ts'
import { type EvmChain, toChainIdHex } from './evmChain.ts'
import type { WalletAsset, WalletContext } from './methods/method.ts'
import { pageWindow } from './pageWindow.ts'
import { type AccountsOption, toAccounts } from './toAccounts.ts'

/** The options of {@link createEvmWallet}. */
export type EvmWalletOptions = {
  /** The wallet's chains. At least one. */
  chains: readonly EvmChain[]
  /** The initially active chain. Default: the first of `chains`. */
  chainId?: number | undefined
  /** The wallet's keys. Default: the first two accounts of the public test mnemonic. */
  accounts?: AccountsOption | undefined
  /** How requests that need the user's consent are decided. Default: `approve`. */
  policy?: Policy | undefined
  /** Shared approvals of several wallets of one user. Takes precedence over `policy`. Default: the wallet's own. */
  approvals?: Approvals | undefined
  /** EIP-6963 info. Default: "Dev Wallet", `dev.portico.wallet`. */
  info?: Partial<WalletInfo> | undefined
  /** Whether the wallet is connected to this origin from the start. Default: false. */
  authorized?: boolean | undefined
  /** Stores permission, chain and account across reloads. Takes precedence over `authorized` and `chainId`. Default: memory. */
  storage?: WalletStorage | undefined
  /** The origin that permissions belong to. Default: the page's origin. */
  origin?: string | undefined
  /** Milliseconds before any response. Default: 0. */
  delay?: number | undefined
  /** Whether announcing also sets `window.ethereum`. */
  legacy?: boolean | undefined
  /** Whether `wallet_addEthereumChain` also switches the chain. Default: true, as in MetaMask. */
  switchOnAdd?: boolean | undefined
  /** Result of `wallet_getCapabilities` by chain id in hex. Without it, `assets` and `batches` the method is unsupported. */
  capabilities?: Readonly<Record<Hex, Record<string, unknown>>> | undefined
  /** Result of `wallet_getAssets` by chain id in hex. Without it the method is unsupported. */
  assets?: Readonly<Record<Hex, readonly WalletAsset[]>> | undefined
  /**
   * How the wallet executes several calls (`wallet_sendCalls`, EIP-5792): `atomic` all or none, in one transaction of an account
   * that delegates to a contract (EIP-7702); `sequential` one transaction after the other. Default: not at all.
   */
  batches?: 'atomic' | 'sequential' | undefined
  /** Allows the chain ids of public mainnets, for local forks. Warns once. */
  allowMainnet?: boolean | undefined
}

/** A test wallet: what the page sees (`provider`, `info`), and methods that act as its user. */
export type EvmWallet = Pick<
  Approvals,
  'policy' | 'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  readonly provider: Eip1193Provider
  readonly info: Readonly<WalletInfo>
  /** All addresses, whether or not the page may see them. */
  readonly accounts: readonly Address[]
  readonly chainId: number
  readonly chainIds: readonly number[]
  /** Whether the page may see the accounts. */
  readonly connected: boolean
  /** The last 1000 requests of the page, the oldest first. */
  readonly requests: readonly { readonly method: string; readonly params: unknown }[]
  /** The assets added through `wallet_watchAsset`. */
  readonly watchedAssets: readonly unknown[]
  /** Announces the wallet through EIP-6963, on `window` by default. Returns a function that withdraws it. */
  announce(target?: EventTarget | undefined): () => void
  /** Makes an account the active one, by its index in `accounts` or its address. */
  switchAccount(account: number | Address): void
  /** Switches the active chain. Adds an unknown chain without an RPC URL. */
  switchChain(chainId: number): void
  addChain(chain: EvmChain): void
  /** Revokes the page's permission: `accountsChanged` with `[]`. */
  disconnect(): void
  lock(): void
  unlock(): void
  /** Simulates a lost network: `disconnect` event, requests fail with 4900. */
  goOffline(): void
  goOnline(): void
  /** Uninstalls the wallet: withdraws announcements, emits `disconnect`, every request fails with 4900. */
  remove(): void
}

/**
 * Creates an Ethereum wallet that really signs and sends. Its policies decide for the user.
 *
 * Private keys are not reachable through the wallet, its JSON or its errors.
 *
 * @throws {Error} without chains, for an unknown `chainId`, for invalid keys, and for public mainnets unless
 * `allowMainnet` is set.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 * @see https://eips.ethereum.org/EIPS/eip-6963
 * @example
 * import { createEvmWallet } from '@portico/testkit'
 *
 * const wallet = createEvmWallet({ chains: [{ chainId: 31337, rpcUrl: 'http://localhost:8545' }] })
 * wallet.announce()
 * wallet.setPolicy('reject', { method: 'personal_sign' })
 */
export function createEvmWallet(options: EvmWalletOptions): EvmWallet {
  const { allowMainnet = false, authorized = false, delay = 0, legacy = false, switchOnAdd = true } = options
  const {
    capabilities,
    assets,
    batches,
    policy = 'approve',
    storage = memoryStorage(),
    origin = pageOrigin(),
  } = options
  const accounts = toAccounts(options.accounts)
  const info = createWalletInfo(options.info)
  const emitter = createEmitter<Eip1193Events>()
  const approvals = options.approvals ?? createApprovals({ policy })
  const announcements = new Set<() => void>()
  const requests: { method: string; params: unknown }[] = []
  const watchedAssets: unknown[] = []
  let connectivity: 'online' | 'offline' | 'removed' = 'online'

  if (options.chains.length === 0)
    throw new Error('A test wallet needs at least one chain: `chains` is empty.')
  const chainId = options.chainId ?? options.chains[0]?.chainId
  for (const chain of options.chains) assertChain(chain.chainId)
  if (!options.chains.some((chain) => chain.chainId === chainId)) {
    throw new Error(`\`chainId\` ${chainId} is not in \`chains\`: add { chainId: ${chainId}, rpcUrl } there.`)
  }

  const state = createWalletState({
    accounts,
    initial: {
      authorized,
      locked: false,
      chainId: chainId as number,
      account: (accounts[0] as { address: Address }).address,
      chains: options.chains.map((chain) => ({ ...chain })),
    },
    emitter,
    origin,
    storage,
    storageKey: `portico.testkit:${info.rdns}`,
    acceptChain(id) {
      try {
        assertChain(id)
        return true
      } catch {
        return false
      }
    },
  })

  function assertChain(id: number) {
    if (!Number.isSafeInteger(id) || id < 1) throw new Error(`\`chainId\` ${id} must be a positive integer.`)
    assertTestChain({ chainId: id, allowMainnet })
  }

  function setConnectivity(next: 'online' | 'offline' | 'removed') {
    if (connectivity === next || connectivity === 'removed') return
    connectivity = next
    if (next === 'online') emitter.emit('connect', { chainId: toChainIdHex(state.chainId) })
    else {
      approvals.failAll(disconnected)
      emitter.emit('disconnect', new ProviderRpcError(disconnected))
    }
  }

  let lastTransaction: Promise<unknown> = Promise.resolve()
  const context: WalletContext = {
    state,
    origin,
    assertChain,
    switchOnAdd,
    capabilities,
    assets,
    watchedAssets,
    batches,
    sentBatches: new Map(),
    node: (request) => callNode({ ...request, chain: state.chain(request.chainId) ?? request }),
    inTurn(job) {
      const result = lastTransaction.then(job)
      lastTransaction = result.catch(() => undefined)
      return result
    },
  }

  const provider = createEvmProvider({
    context,
    approvals,
    emitter,
    delay,
    requests,
    assertOnline() {
      if (connectivity !== 'online') throw new ProviderRpcError(disconnected)
    },
  })

  // Emit asynchronously, so that the caller can add listeners first, as a page can while an extension starts.
  queueMicrotask(() => {
    if (connectivity === 'online') emitter.emit('connect', { chainId: toChainIdHex(state.chainId) })
  })

  return {
    provider,
    info,
    accounts: accounts.map(({ address }) => address),
    requests,
    watchedAssets,
    get chainId() {
      return state.chainId
    },
    get chainIds() {
      return state.chains.map((chain) => chain.chainId)
    },
    get connected() {
      return state.connected
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
      if (connectivity === 'removed')
        throw new Error('The wallet was removed; create a new one to announce it.')
      const withdraw = announceProvider({ detail: { info, provider }, target, legacy })
      announcements.add(withdraw)
      return () => {
        if (announcements.delete(withdraw)) withdraw()
      }
    },
    switchAccount(target) {
      const account = typeof target === 'number' ? accounts[target] : state.account(target)
      if (!account) throw new Error(`The wallet has no account ${target}; it has ${accounts.length}.`)
      state.update({ account: account.address })
    },
    switchChain(id) {
      assertChain(id)
      const chains = state.chain(id) ? state.chains : [...state.chains, { chainId: id }]
      state.update({ chains, chainId: id })
    },
    addChain(chain) {
      assertChain(chain.chainId)
      const others = state.chains.filter((other) => other.chainId !== chain.chainId)
      state.update({ chains: [...others, { ...chain }] })
    },
    disconnect: () => state.update({ authorized: false }),
    lock: () => state.update({ locked: true }),
    unlock: () => state.update({ locked: false }),
    goOffline: () => setConnectivity('offline'),
    goOnline: () => setConnectivity('online'),
    remove() {
      for (const withdraw of announcements) withdraw()
      announcements.clear()
      setConnectivity('removed')
      emitter.clear()
    },
  }
}

const disconnected = {
  code: rpcErrorCodes.disconnected,
  message: 'The wallet is disconnected from all chains.',
}

function pageOrigin(): string {
  return typeof location === 'undefined' ? 'null' : location.origin
}
