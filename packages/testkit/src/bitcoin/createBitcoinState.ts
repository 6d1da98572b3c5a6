import { rpcErrorCodes } from '@portico/protocol'
import { type Approvals, createApprovals, type Policy } from '../createApprovals.ts'
import type { WalletStorage } from '../memoryStorage.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import { type BitcoinChain, checkBitcoinChains } from './bitcoinChain.ts'
import { type BitcoinKey, type BitcoinKeysOption, toBitcoinKeys } from './toBitcoinKeys.ts'

/** What every Bitcoin wallet for tests may be given. */
export type BitcoinStateOptions = {
  /** Whose keys it holds; by default accounts 0 and 1 of the public test mnemonic. */
  accounts?: BitcoinKeysOption | undefined
  /** Short for `accounts: { mnemonic }`. */
  mnemonic?: string | undefined
  /** The chains it knows, the first of them active; regtest, testnet and signet by default. */
  chains?: readonly BitcoinChain[] | undefined
  /** Base addresses of Esplora APIs, by chain. Without one it signs, but cannot send (4901). */
  esploraUrls?: Readonly<Partial<Record<BitcoinChain, string>>> | undefined
  /** How it answers what its user must agree to; `approve` by default. */
  policy?: Policy | undefined
  /** Who decides, where several wallets are one person's; goes before `policy`. Its own by default. */
  approvals?: Approvals | undefined
  /** Connected to this origin from the start. False by default. */
  authorized?: boolean | undefined
  /** Where permission and account are remembered across reloads; in memory by default. Wins over `authorized`. */
  storage?: WalletStorage | undefined
  /** Whom permissions are for; the page's origin by default. */
  origin?: string | undefined
  /** Lets `bitcoin:mainnet` through, for signatures without funds. */
  allowMainnet?: boolean | undefined
}

type Memory = { authorized: boolean; locked: boolean; active: number; chain: BitcoinChain; removed: boolean }

/** What changed, as the page may see it. */
export type BitcoinChange = 'accounts' | 'chain' | 'disconnect'

/** The memory and the person of a Bitcoin wallet, whatever it looks like to the page. */
export type BitcoinState = {
  readonly approvals: Approvals
  readonly requests: { method: string; params: unknown }[]
  readonly memory: Readonly<Memory>
  readonly chains: readonly BitcoinChain[]
  readonly esploraUrls: Readonly<Partial<Record<BitcoinChain, string>>>
  /** All keys on a chain, whether the page may see them or not. */
  keys(chain: BitcoinChain): readonly BitcoinKey[]
  /** The keys the page may see on a chain, those of the active account first. */
  exposed(chain: BitcoinChain): readonly BitcoinKey[]
  update(change: Partial<Memory>): void
  /** Asks the person. @throws {ProviderRpcError} if they say no, or the wallet is gone. */
  ask(method: string, params: unknown, network: string): Promise<void>
  /** Notes a request of the page. @throws {ProviderRpcError} if the wallet is gone. */
  note(method: string, params: unknown): void
  listen(listener: (change: BitcoinChange) => void): () => void
}

/** @throws {Error} for keys that are none, no chain, and for mainnet unless `allowMainnet`. */
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
      // Blocked storage, somebody else's text, or nothing yet: the wallet starts as new.
      return {}
    }
  }

  function save() {
    const { authorized, active, chain } = memory
    try {
      const others = JSON.parse(storage.getItem(storageKey) ?? '{}')
      storage.setItem(storageKey, JSON.stringify({ ...others, [origin]: { authorized, active, chain } }))
    } catch {
      // Full or blocked: the wallet forgets on reload, which is no reason to fail the page's request.
    }
  }

  function exposed(chain: BitcoinChain) {
    if (!memory.authorized || memory.locked || memory.removed) return []
    return keys(chain).toSorted(
      (a, b) => Number(b.account === memory.active) - Number(a.account === memory.active),
    )
  }

  function assertPresent() {
    if (memory.removed) throw new ProviderRpcError(gone)
  }

  function note(method: string, params: unknown) {
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
    note,
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
      if (memory.removed) approvals.failAll(gone)
    },
    async ask(method, params, network) {
      assertPresent()
      await approvals.decide({ method, params, origin, network }, { consent: true })
      // While the person thought, the wallet may have been removed.
      assertPresent()
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const addressOf = ({ address }: BitcoinKey) => address
const gone = { code: rpcErrorCodes.disconnected, message: 'The wallet is gone.' }
