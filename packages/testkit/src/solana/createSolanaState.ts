import type { WalletStorage } from '../memoryStorage.ts'
import type { SolanaKey } from './toSolanaKeys.ts'

type Memory = {
  /** Has the person let this origin see the accounts? */
  authorized: boolean
  locked: boolean
  /** The active account, by its place among the keys. */
  active: number
  removed: boolean
}

/** What a Solana wallet knows about itself and about the page it talks to. */
export type SolanaState = {
  readonly memory: Readonly<Memory>
  /** The key of the active account. */
  readonly active: SolanaKey
  /** The keys the page may see, the active one first. */
  exposed(): readonly SolanaKey[]
  /** The only way to change anything. */
  update(change: Partial<Memory>): void
}

/**
 * The wallet's memory. Restored from the storage, so that a new wallet on the same storage is the old one after a reload,
 * and wallets of two tabs are the same one.
 *
 * @param onChange called when the page may see other accounts than before.
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
      const known = keys.findIndex(({ address }) => address === stored?.account)
      const allowed: unknown = stored?.origins?.[origin]
      return {
        ...(typeof allowed === 'boolean' ? { authorized: allowed } : {}),
        ...(known === -1 ? {} : { active: known }),
      }
    } catch {
      // Blocked storage or somebody else's text: the wallet starts as new.
      return {}
    }
  }

  function save() {
    try {
      const stored = JSON.parse(storage.getItem(storageKey) ?? 'null')
      const origins = { ...stored?.origins, [origin]: memory.authorized }
      storage.setItem(storageKey, JSON.stringify({ origins, account: keys[memory.active]?.address }))
    } catch {
      // Full or blocked: the wallet forgets on reload, which is no reason to fail the page's request.
    }
  }

  function exposed(): readonly SolanaKey[] {
    if (!memory.authorized || memory.locked || memory.removed) return []
    const active = keys[memory.active]
    return [...keys].sort((a, b) => Number(b === active) - Number(a === active))
  }

  function apply(change: Partial<Memory>, keep: () => void) {
    const before = exposed()
    Object.assign(memory, change)
    keep()
    const after = exposed()
    const isSame = before.length === after.length && before.every((one, i) => one === after[i])
    if (!isSame) onChange()
  }

  // An extension is one wallet in all tabs: another tab's change is told here too.
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
