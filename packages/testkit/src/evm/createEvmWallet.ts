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
  /** The chains the wallet knows; one at least. */
  chains: readonly EvmChain[]
  /** The active chain at first; the first of `chains` by default. */
  chainId?: number | undefined
  /** Whose keys it holds; by default the first two accounts of the public test mnemonic. */
  accounts?: AccountsOption | undefined
  /** How it answers what its user must agree to; `approve` by default. */
  policy?: Policy | undefined
  /** Who decides, where several wallets are one person's; goes before `policy`. Its own by default. */
  approvals?: Approvals | undefined
  /** How it introduces itself; by default "Dev Wallet", `dev.portico.wallet`. */
  info?: Partial<WalletInfo> | undefined
  /** Connected to this origin from the start. False by default. */
  authorized?: boolean | undefined
  /** Where permission, chain and account are remembered across reloads; in memory by default. Wins over `authorized` and `chainId`. */
  storage?: WalletStorage | undefined
  /** Whom permissions are for; the page's origin by default. */
  origin?: string | undefined
  /** Milliseconds before any answer; 0 by default. */
  delay?: number | undefined
  /** Also set `window.ethereum` when announcing. */
  legacy?: boolean | undefined
  /** Does `wallet_addEthereumChain` switch too? True by default, as in MetaMask. */
  switchOnAdd?: boolean | undefined
  /** Answer of `wallet_getCapabilities` by chain id in hex; without it and `assets` the method is not supported. */
  capabilities?: Readonly<Record<Hex, Record<string, unknown>>> | undefined
  /** Answer of `wallet_getAssets` by chain id in hex; without it the method is not supported. */
  assets?: Readonly<Record<Hex, readonly WalletAsset[]>> | undefined
  /** Lets the ids of public chains through, for local forks of them. Warns once. */
  allowMainnet?: boolean | undefined
}

/** A wallet for tests: what the page sees (`provider`, `info`), and its other side, where the person sits. */
export type EvmWallet = Pick<
  Approvals,
  'policy' | 'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  readonly provider: Eip1193Provider
  readonly info: Readonly<WalletInfo>
  /** All addresses, whether a page may see them or not. */
  readonly accounts: readonly Address[]
  readonly chainId: number
  readonly chainIds: readonly number[]
  /** May the page see the accounts now? */
  readonly connected: boolean
  /** The last 1000 requests of the page, the oldest first. */
  readonly requests: readonly { readonly method: string; readonly params: unknown }[]
  /** What pages had added by `wallet_watchAsset`. */
  readonly watchedAssets: readonly unknown[]
  /** Announces by EIP-6963, now and whenever asked; on `window` if no target is given. Returns the end of it. */
  announce(target?: EventTarget | undefined): () => void
  /** Makes an account the active one, by its place in `accounts` or its address. */
  switchAccount(account: number | Address): void
  /** Changes the active chain. One the wallet does not know is added, without an RPC address. */
  switchChain(chainId: number): void
  addChain(chain: EvmChain): void
  /** The person takes the page's permission away: `accountsChanged` with `[]`. */
  disconnect(): void
  lock(): void
  unlock(): void
  /** Loses the network: `disconnect` event, requests fail with 4900. */
  goOffline(): void
  goOnline(): void
  /** Uninstalls the wallet: no more announcements, `disconnect` event, every request fails with 4900. */
  remove(): void
}

/**
 * Makes an Ethereum wallet that really signs and sends, with a person behind it that does as told.
 *
 * The keys stay inside: none is in the wallet, its JSON or its errors.
 *
 * @throws {Error} for no chain, an unknown `chainId`, keys that are none, and for chains with real money on them
 * unless `allowMainnet`.
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
  let link: 'online' | 'offline' | 'removed' = 'online'

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

  function goLink(next: 'online' | 'offline' | 'removed') {
    if (link === next || link === 'removed') return
    link = next
    if (next === 'online') emitter.emit('connect', { chainId: toChainIdHex(state.chainId) })
    else {
      approvals.failAll(disconnected)
      emitter.emit('disconnect', new ProviderRpcError(disconnected))
    }
  }

  let lastJob: Promise<unknown> = Promise.resolve()
  const context: WalletContext = {
    state,
    origin,
    assertChain,
    switchOnAdd,
    capabilities,
    assets,
    watchedAssets,
    node: (request) => callNode({ ...request, chain: state.chain(request.chainId) ?? request }),
    inTurn(job) {
      const result = lastJob.then(job)
      lastJob = result.catch(() => undefined)
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
      if (link !== 'online') throw new ProviderRpcError(disconnected)
    },
  })

  // Once whoever made the wallet has had the time to listen, as a page has while an extension starts.
  queueMicrotask(() => {
    if (link === 'online') emitter.emit('connect', { chainId: toChainIdHex(state.chainId) })
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
      if (link === 'removed') throw new Error('The wallet was removed; create a new one to announce it.')
      const stop = announceProvider({ detail: { info, provider }, target, legacy })
      announcements.add(stop)
      return () => {
        if (announcements.delete(stop)) stop()
      }
    },
    switchAccount(wanted) {
      const account = typeof wanted === 'number' ? accounts[wanted] : state.account(wanted)
      if (!account) throw new Error(`The wallet has no account ${wanted}; it has ${accounts.length}.`)
      state.update({ account: account.address })
    },
    switchChain(id) {
      assertChain(id)
      const chains = state.chain(id) ? state.chains : [...state.chains, { chainId: id }]
      state.update({ chains, chainId: id })
    },
    addChain(chain) {
      assertChain(chain.chainId)
      const others = state.chains.filter((known) => known.chainId !== chain.chainId)
      state.update({ chains: [...others, { ...chain }] })
    },
    disconnect: () => state.update({ authorized: false }),
    lock: () => state.update({ locked: true }),
    unlock: () => state.update({ locked: false }),
    goOffline: () => goLink('offline'),
    goOnline: () => goLink('online'),
    remove() {
      for (const stop of announcements) stop()
      announcements.clear()
      goLink('removed')
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
