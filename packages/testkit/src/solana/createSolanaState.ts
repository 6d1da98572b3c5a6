import type { WalletStorage } from '../memoryStorage.ts'
import type { SolanaKey } from './toSolanaKeys.ts'

type Memory = {
  /** Whether this origin may see the accounts. */
  authorized: boolean
  locked: boolean
  /** The index of the active account's key. */
  active: number
  removed: boolean
}

/** The persistent state of a Solana wallet for one origin. */
export type SolanaState = {
  readonly memory: Readonly<Memory>
  /** The key of the active account. */
  readonly active: SolanaKey
  /** Returns the keys the page may see, the active one first. */
  exposed(): readonly SolanaKey[]
  /** Changes and stores the state. */
  update(change: Partial<Memory>): void
}

/**
 * Creates the wallet's state. It is restored from the storage, so that a wallet survives a reload and wallets in two tabs
 * share their state.
 *
 * @param onChange called when the accounts that the page may see have changed.
 */
export function createSolanaState({
  keys,
  authorized,
  origin,
  storage,
  storageKey,
  onChange,
}: {
  keys: readonly SolanaKey[]
  authorized: boolean
  origin: string
  storage: WalletStorage
  storageKey: string
  onChange: () => void
}): SolanaState {
  const memory: Memory = { authorized, locked: false, active: 0, removed: false, ...restore() }

  function restore(): Partial<Memory> {
    try {
      const stored = JSON.parse(storage.getItem(storageKey) ?? 'null')
      const storedIndex = keys.findIndex(({ address }) => address === stored?.account)
      const allowed: unknown = stored?.origins?.[origin]
      return {
        ...(typeof allowed === 'boolean' ? { authorized: allowed } : {}),
        ...(storedIndex === -1 ? {} : { active: storedIndex }),
      }
    } catch {
      // The storage is blocked or its value invalid: start with the initial state.
      return {}
    }
  }

  function save() {
    try {
      const stored = JSON.parse(storage.getItem(storageKey) ?? 'null')
      const origins = { ...stored?.origins, [origin]: memory.authorized }
      storage.setItem(storageKey, JSON.stringify({ origins, account: keys[memory.active]?.address }))
    } catch {
      // The storage is full or blocked. The state is lost on reload, but the page's request must not fail.
    }
  }

  function exposed(): readonly SolanaKey[] {
    if (!memory.authorized || memory.locked || memory.removed) return []
    const active = keys[memory.active]
    return [...keys].sort((a, b) => Number(b === active) - Number(a === active))
  }

  function apply(change: Partial<Memory>, persist: () => void) {
    const before = exposed()
    Object.assign(memory, change)
    persist()
    const after = exposed()
    const isSame = before.length === after.length && before.every((key, index) => key === after[index])
    if (!isSame) onChange()
  }

  // An extension is one wallet in all tabs: apply changes that another tab has stored.
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', ({ key, storageArea }) => {
      if (storageArea === storage && key === storageKey) apply(restore(), () => {})
    })
  }

  return {
    memory,
    get active() {
      return keys[memory.active] as SolanaKey
    },
    exposed,
    update: (change) => apply(change, save),
  }
}
