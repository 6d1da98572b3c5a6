import { isRecord } from '@portico/protocol'
import type { Address, LocalAccount } from 'viem'
import type { Emitter } from '../createEmitter.ts'
import type { WalletStorage } from '../memoryStorage.ts'
import type { Eip1193Events } from './eip1193.ts'
import { type EvmChain, toChainIdHex } from './evmChain.ts'

/** The persistent state of a wallet for one origin. */
export type WalletMemory = {
  /** Whether this origin may see the accounts. */
  authorized: boolean
  locked: boolean
  /** The active chain. */
  chainId: number
  /** The active account. */
  account: Address
  chains: readonly EvmChain[]
}

/** A wallet's state, see {@link createWalletState}. */
export type WalletState = {
  readonly chainId: number
  readonly chains: readonly EvmChain[]
  chain(chainId: number): EvmChain | undefined
  /** Whether the origin is authorized and the wallet unlocked. */
  readonly connected: boolean
  /** The result of `eth_accounts`: the active account first. */
  readonly exposed: Address[]
  /** Returns the account of an address, whether or not the page may see it. */
  account(address: Address): LocalAccount | undefined
  /** Changes the state, stores it, and emits the events the page can observe. */
  update(change: Partial<WalletMemory>): void
}

/**
 * Creates the wallet's state. It is restored from the storage, so that a wallet survives a reload and wallets in two tabs
 * share their state.
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
  /** Whether a stored chain may be used. */
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
      // The storage is blocked or its value invalid: start with the initial state.
    }
    const stored = isRecord(value) ? value : {}
    return { ...stored, origins: { ...(isRecord(stored.origins) ? stored.origins : {}) } } as Stored
  }

  function save() {
    if (!storage) return
    const { authorized, ...rest } = memory
    const stored = { ...rest, origins: { ...read().origins, [origin]: authorized } }
    try {
      storage.setItem(storageKey, JSON.stringify(stored))
    } catch {
      // The storage is full or blocked. The state is lost on reload, but the page's request must not fail.
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

  function change(next: Partial<WalletMemory>, persist: () => void) {
    const before = { chainId: memory.chainId, exposed: exposed() }
    Object.assign(memory, next)
    persist()
    if (memory.chainId !== before.chainId) emitter.emit('chainChanged', toChainIdHex(memory.chainId))
    const after = exposed()
    if (after.join() !== before.exposed.join()) emitter.emit('accountsChanged', after)
  }

  // An extension is one wallet in all tabs: apply changes that another tab has stored.
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
    account: (address) => accounts.find((account) => account.address.toLowerCase() === address.toLowerCase()),
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
    if (!isRecord(chain) || !Number.isSafeInteger(chain.chainId) || (chain.chainId as number) < 1) return []
    const { chainId, rpcUrl, name } = chain
    return {
      chainId: chainId as number,
      ...(typeof rpcUrl === 'string' ? { rpcUrl } : {}),
      ...(typeof name === 'string' ? { name } : {}),
    }
  })
}
