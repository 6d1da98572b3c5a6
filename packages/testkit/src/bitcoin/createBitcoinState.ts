import { rpcErrorCodes } from '@portico/protocol'
import { type Approvals, createApprovals, type Policy } from '../createApprovals.ts'
import type { WalletStorage } from '../memoryStorage.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import { type BitcoinChain, checkBitcoinChains } from './bitcoinChain.ts'
import { type BitcoinKey, type BitcoinKeysOption, toBitcoinKeys } from './toBitcoinKeys.ts'

/** The options shared by all Bitcoin test wallets. */
export type BitcoinStateOptions = {
  /** The wallet's keys. Default: accounts 0 and 1 of the public test mnemonic. */
  accounts?: BitcoinKeysOption | undefined
  /** Shorthand for `accounts: { mnemonic }`. */
  mnemonic?: string | undefined
  /** The wallet's chains, the first one active. Default: regtest, testnet and signet. */
  chains?: readonly BitcoinChain[] | undefined
  /** Base URLs of Esplora APIs, by chain. Without one the wallet can sign, but not send (4901). */
  esploraUrls?: Readonly<Partial<Record<BitcoinChain, string>>> | undefined
  /** How requests that need the user's consent are decided. Default: `approve`. */
  policy?: Policy | undefined
  /** Shared approvals of several wallets of one user. Takes precedence over `policy`. Default: the wallet's own. */
  approvals?: Approvals | undefined
  /** Whether the wallet is connected to this origin from the start. Default: false. */
  authorized?: boolean | undefined
  /** Stores permission and account across reloads. Takes precedence over `authorized`. Default: memory. */
  storage?: WalletStorage | undefined
  /** The origin that permissions belong to. Default: the page's origin. */
  origin?: string | undefined
  /** Allows `bitcoin:mainnet`, for signatures without funds. */
  allowMainnet?: boolean | undefined
}

type Memory = { authorized: boolean; locked: boolean; active: number; chain: BitcoinChain; removed: boolean }

/** A change the page can observe. */
export type BitcoinChange = 'accounts' | 'chain' | 'disconnect'

/** The state and approvals of a Bitcoin wallet, independent of its interface to the page. */
export type BitcoinState = {
  readonly approvals: Approvals
  readonly requests: { method: string; params: unknown }[]
  readonly memory: Readonly<Memory>
  readonly chains: readonly BitcoinChain[]
  readonly esploraUrls: Readonly<Partial<Record<BitcoinChain, string>>>
  /** Returns all keys on a chain, whether or not the page may see them. */
  keys(chain: BitcoinChain): readonly BitcoinKey[]
  /** Returns the keys the page may see on a chain, those of the active account first. */
  exposed(chain: BitcoinChain): readonly BitcoinKey[]
  update(change: Partial<Memory>): void
  /** Asks for the user's consent. @throws {ProviderRpcError} if rejected, or if the wallet was removed. */
  ask(method: string, params: unknown, network: string): Promise<void>
  /** Logs a request of the page. @throws {ProviderRpcError} if the wallet was removed. */
  logRequest(method: string, params: unknown): void
  listen(listener: (change: BitcoinChange) => void): () => void
}

/** @throws {Error} for invalid keys, without chains, and for mainnet unless `allowMainnet` is set. */
export function createBitcoinState({
  options,
  storageKey,
  storage,
}: {
  options: BitcoinStateOptions
  storageKey: string
  storage: WalletStorage
}): BitcoinState {
  const { allowMainnet = false, authorized = false, mnemonic, policy = 'approve', esploraUrls = {} } = options
  const origin = options.origin ?? (typeof location === 'undefined' ? 'null' : location.origin)
  const option = options.accounts ?? (mnemonic === undefined ? undefined : { mnemonic })
  const chains = checkBitcoinChains(
    options.chains ?? ['bitcoin:regtest', 'bitcoin:testnet', 'bitcoin:signet'],
    { allowMainnet },
  )
  const keysOf = new Map(chains.map((chain) => [chain, toBitcoinKeys({ option, chain })]))
  const keys = (chain: BitcoinChain) => keysOf.get(chain) ?? []
  const approvals = options.approvals ?? createApprovals({ policy })
  const listeners = new Set<(change: BitcoinChange) => void>()
  const requests: { method: string; params: unknown }[] = []
  const [chain] = chains as [BitcoinChain]
  const memory: Memory = { authorized, locked: false, active: 0, chain, removed: false, ...restore() }

  function restore(): Partial<Memory> {
    try {
      const stored = JSON.parse(storage.getItem(storageKey) ?? '{}')[origin]
      const { authorized, active, chain } = stored
      return {
        authorized: authorized === true,
        ...(keys(chains[0] as BitcoinChain).some((key) => key.account === active) ? { active } : {}),
        ...(chains.includes(chain) ? { chain } : {}),
      }
    } catch {
      // The storage is blocked, empty or invalid: start with the initial state.
      return {}
    }
  }

  function save() {
    const { authorized, active, chain } = memory
    try {
      const others = JSON.parse(storage.getItem(storageKey) ?? '{}')
      storage.setItem(storageKey, JSON.stringify({ ...others, [origin]: { authorized, active, chain } }))
    } catch {
      // The storage is full or blocked. The state is lost on reload, but the page's request must not fail.
    }
  }

  function exposed(chain: BitcoinChain) {
    if (!memory.authorized || memory.locked || memory.removed) return []
    return keys(chain).toSorted(
      (a, b) => Number(b.account === memory.active) - Number(a.account === memory.active),
    )
  }

  function assertPresent() {
    if (memory.removed) throw new ProviderRpcError(removedError)
  }

  function logRequest(method: string, params: unknown) {
    requests.push({ method, params })
    if (requests.length > 1000) requests.shift()
    assertPresent()
  }

  return {
    approvals,
    requests,
    memory,
    chains,
    esploraUrls,
    keys,
    exposed,
    logRequest,
    update(change) {
      const before = { chain: memory.chain, accounts: exposed(memory.chain), authorized: memory.authorized }
      Object.assign(memory, change)
      save()
      const changes: BitcoinChange[] = []
      if (memory.chain !== before.chain) changes.push('chain')
      else if (exposed(memory.chain).map(addressOf).join() !== before.accounts.map(addressOf).join())
        changes.push('accounts')
      if ((before.authorized && !memory.authorized) || memory.removed) changes.push('disconnect')
      for (const kind of changes) for (const listener of [...listeners]) listener(kind)
      if (memory.removed) approvals.failAll(removedError)
    },
    async ask(method, params, network) {
      assertPresent()
      await approvals.decide({ method, params, origin, network }, { consent: true })
      // The wallet may have been removed while the user decided.
      assertPresent()
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const addressOf = ({ address }: BitcoinKey) => address
const removedError = { code: rpcErrorCodes.disconnected, message: 'The wallet was removed.' }
