import type { Address, LocalAccount } from 'viem'
import type { Emitter } from '../createEmitter.ts'
import type { WalletStorage } from '../memoryStorage.ts'
import type { Eip1193Events } from './eip1193.ts'
import { type EvmChain, toChainIdHex } from './evmChain.ts'

/** What the wallet knows about itself and about the page it talks to. */
export type WalletMemory = {
  /** Has the person let this origin see the accounts? */
  authorized: boolean
  locked: boolean
  /** The active chain. */
  chainId: number
  /** The active account. */
  account: Address
  chains: readonly EvmChain[]
}

/** See {@link createWalletState}. */
export type WalletState = {
  readonly chainId: number
  readonly chains: readonly EvmChain[]
  chain(chainId: number): EvmChain | undefined
  /** Authorized, and not locked. */
  readonly connected: boolean
  /** What `eth_accounts` answers: the active account first. */
  readonly exposed: Address[]
  /** The key behind an address, whether the page may see it or not. */
  account(address: Address): LocalAccount | undefined
  /** The only way to change anything: remembers it and tells the page what it can see of it. */
  update(change: Partial<WalletMemory>): void
}

/**
 * The wallet's memory. Restored from the storage if there is one, so that a new wallet on the same storage is
 * the old one after a reload, and wallets of two tabs are the same one.
 */
export function createWalletState({
  accounts,
  initial,
  emitter,
  origin,
  storage,
  storageKey,
  acceptChain,
}: {
  accounts: readonly LocalAccount[]
  initial: WalletMemory
  emitter: Emitter<Eip1193Events>
  origin: string
  storage: WalletStorage | undefined
  storageKey: string
  /** Whether a chain out of the storage may be used. */
  acceptChain: (chainId: number) => boolean
}): WalletState {
  const memory = restore()

  function restore(): WalletMemory {
    const stored = read()
    const known = new Map(initial.chains.map((chain) => [chain.chainId, chain]))
    for (const chain of toChains(stored.chains)) {
      if (!known.has(chain.chainId) && acceptChain(chain.chainId)) known.set(chain.chainId, chain)
    }
    const authorized = stored.origins[origin]
    return {
      authorized: typeof authorized === 'boolean' ? authorized : initial.authorized,
      locked: stored.locked === true,
      chainId: known.has(stored.chainId as number) ? (stored.chainId as number) : initial.chainId,
      account: accounts.find(({ address }) => address === stored.account)?.address ?? initial.account,
      chains: [...known.values()],
    }
  }

  function read() {
    let value: unknown
    try {
      value = JSON.parse(storage?.getItem(storageKey) ?? 'null')
    } catch {
      // Blocked storage or somebody else's text: the wallet starts as new.
    }
    const stored = isObject(value) ? value : {}
    return { ...stored, origins: { ...(isObject(stored.origins) ? stored.origins : {}) } } as Stored
  }

  function save() {
    if (!storage) return
    const { authorized, ...rest } = memory
    const stored = { ...rest, origins: { ...read().origins, [origin]: authorized } }
    try {
      storage.setItem(storageKey, JSON.stringify(stored))
    } catch {
      // Full or blocked: the wallet forgets on reload, which is no reason to fail the page's request.
    }
  }

  function connected() {
    return memory.authorized && !memory.locked
  }

  function exposed(): Address[] {
    if (!connected()) return []
    const others = accounts.map(({ address }) => address).filter((address) => address !== memory.account)
    return [memory.account, ...others]
  }

  function change(next: Partial<WalletMemory>, keep: () => void) {
    const before = { chainId: memory.chainId, exposed: exposed() }
    Object.assign(memory, next)
    keep()
    if (memory.chainId !== before.chainId) emitter.emit('chainChanged', toChainIdHex(memory.chainId))
    const after = exposed()
    if (after.join() !== before.exposed.join()) emitter.emit('accountsChanged', after)
  }

  // An extension is one wallet in all tabs: what it remembers is shared, so another tab's change is told here too.
  if (typeof window !== 'undefined' && storage) {
    window.addEventListener('storage', ({ key, storageArea }) => {
      if (storageArea === storage && key === storageKey) change(restore(), () => {})
    })
  }

  return {
    get chainId() {
      return memory.chainId
    },
    get chains() {
      return memory.chains
    },
    get connected() {
      return connected()
    },
    get exposed() {
      return exposed()
    },
    chain: (chainId) => memory.chains.find((chain) => chain.chainId === chainId),
    account: (address) => accounts.find((one) => one.address.toLowerCase() === address.toLowerCase()),
    update: (next) => change(next, save),
  }
}

type Stored = {
  origins: Record<string, unknown>
  locked?: unknown
  chainId?: unknown
  account?: unknown
  chains?: unknown
}

function toChains(value: unknown): EvmChain[] {
  return (Array.isArray(value) ? value : []).flatMap((chain) => {
    if (!isObject(chain) || !Number.isSafeInteger(chain.chainId) || (chain.chainId as number) < 1) return []
    const { chainId, rpcUrl, name } = chain
    return {
      chainId: chainId as number,
      ...(typeof rpcUrl === 'string' ? { rpcUrl } : {}),
      ...(typeof name === 'string' ? { name } : {}),
    }
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
