/*
 * What survives a reload, shared by all tabs of a site: the client's seed, the sessions, the ids of requests that wait
 * for an answer, and which messages were answered. Every change is a read and a write under one lock (Web Locks where
 * the browser has them), so that two tabs never write over each other.
 */
import type { KeyValueStorage } from '@portico/core'
import { generateKey, isHex32 } from '@portico/protocol/walletconnect'
import type { PageSignals } from '../relay/pageSignals.ts'
import { parseSession, type Session } from './Session.ts'
import { storageKeys } from './storageKeys.ts'

/** Runs one job at a time in all tabs of a site. */
export type Lock = <T>(job: () => Promise<T>) => Promise<T>

/** A tab's view of what all tabs share. */
export type Vault = {
  /** Made on first use, then the same for ever: the client id at relays. */
  getSeed(): Promise<string>
  /** The sessions that have not expired. */
  getSessions(): readonly Session[]
  updateSessions(change: (sessions: readonly Session[]) => readonly Session[]): Promise<void>
  /** Hears of every change, of this tab's and of others'. */
  onSessions(listener: (after: readonly Session[], before: readonly Session[]) => void): () => void
  /** Notes a request that waits, so that other tabs leave its answer in the mailbox. */
  addPending(id: string, expiry: number): Promise<void>
  removePending(id: string): Promise<void>
  /** Whether any tab waits for an answer. */
  isPending(id: string): boolean
  /** Whether this tab is the one to answer a message: the first that asks, or a later one if that one died. */
  claim(hash: string): Promise<'ours' | 'theirs' | 'answered'>
  /** The message was answered: nobody need do it again. */
  settle(hash: string): Promise<void>
  destroy(): void
}

type Claim = { hash: string; at: number; answered: boolean }

/** Milliseconds after which a tab that claimed a message and did not answer counts as gone. */
const claimLife = 15_000
const maxClaims = 100

export function createVault({
  storage,
  page,
  lock = pageLock(),
}: {
  storage: KeyValueStorage
  page: PageSignals
  lock?: Lock | undefined
}): Vault {
  const listeners = new Set<(after: readonly Session[], before: readonly Session[]) => void>()
  let text = storage.getItem(storageKeys.sessions)
  let sessions = read(text)
  let expiryTimer: ReturnType<typeof setTimeout> | undefined
  let isDestroyed = false

  function refresh() {
    const next = storage.getItem(storageKeys.sessions)
    const isSame = next === text
    const after = isSame ? sessions.filter(isAlive) : read(next)
    if (isSame && after.length === sessions.length) return
    const before = sessions
    text = next
    sessions = after
    watchExpiry()
    for (const listener of [...listeners]) listener(after, before)
  }

  /** A session ends by itself: told when its time has come. */
  function watchExpiry() {
    clearTimeout(expiryTimer)
    if (isDestroyed || sessions.length === 0) return
    const next = Math.min(...sessions.map(({ expiry }) => expiry)) * 1000 - Date.now()
    expiryTimer = setTimeout(
      () => {
        refresh()
        watchExpiry()
      },
      Math.min(Math.max(next, 0) + 50, 86_400_000),
    )
  }

  const stopHearing = page.onStorage((key) => {
    if (key === null || key === storageKeys.sessions) refresh()
  })
  watchExpiry()

  function readList<T>(key: string, parse: (value: unknown) => T | undefined): T[] {
    return toList(storage.getItem(key)).flatMap((one) => parse(one) ?? [])
  }

  return {
    getSeed: () =>
      lock(async () => {
        const kept = storage.getItem(storageKeys.seed)
        if (isHex32(kept)) return kept
        const seed = generateKey()
        storage.setItem(storageKeys.seed, seed)
        return seed
      }),
    getSessions() {
      refresh()
      return sessions
    },
    async updateSessions(change) {
      await lock(async () => {
        const next = change(read(storage.getItem(storageKeys.sessions)))
        if (next.length === 0) storage.removeItem(storageKeys.sessions)
        else storage.setItem(storageKeys.sessions, JSON.stringify(next))
      })
      refresh()
    },
    onSessions(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    addPending: (id, expiry) =>
      lock(async () => {
        const others = readList(storageKeys.pending, parsePending)
        storage.setItem(storageKeys.pending, JSON.stringify([...others, { id, expiry }]))
      }),
    removePending: (id) =>
      lock(async () => {
        const others = readList(storageKeys.pending, parsePending).filter((one) => one.id !== id)
        if (others.length === 0) storage.removeItem(storageKeys.pending)
        else storage.setItem(storageKeys.pending, JSON.stringify(others))
      }),
    isPending: (id) => readList(storageKeys.pending, parsePending).some((one) => one.id === id),
    claim: (hash) =>
      lock(async () => {
        const claims = readList(storageKeys.answered, parseClaim)
        const known = claims.find((one) => one.hash === hash)
        if (known?.answered) return 'answered'
        if (known && known.at + claimLife > Date.now()) return 'theirs'
        const others = claims.filter((one) => one !== known).slice(-maxClaims)
        const claim: Claim = { hash, at: Date.now(), answered: false }
        storage.setItem(storageKeys.answered, JSON.stringify([...others, claim]))
        return 'ours'
      }),
    settle: (hash) =>
      lock(async () => {
        const claims = readList(storageKeys.answered, parseClaim)
        const after = claims.map((one) => (one.hash === hash ? { ...one, answered: true } : one))
        storage.setItem(storageKeys.answered, JSON.stringify(after))
      }),
    destroy() {
      isDestroyed = true
      clearTimeout(expiryTimer)
      stopHearing()
      listeners.clear()
    },
  }
}

function read(text: string | null): readonly Session[] {
  return toList(text).flatMap((one) => {
    const session = parseSession(one)
    return session && isAlive(session) ? [session] : []
  })
}

function toList(text: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    // Somebody else's text: as good as none.
    return []
  }
}

function isAlive({ expiry }: Session): boolean {
  return expiry * 1000 > Date.now()
}

function parsePending(value: unknown): { id: string; expiry: number } | undefined {
  const { id, expiry } = (value ?? {}) as { id?: unknown; expiry?: unknown }
  if (typeof id !== 'string' || typeof expiry !== 'number' || expiry * 1000 < Date.now()) return undefined
  return { id, expiry }
}

function parseClaim(value: unknown): Claim | undefined {
  const { hash, at, answered } = (value ?? {}) as Record<string, unknown>
  if (typeof hash !== 'string' || typeof at !== 'number' || typeof answered !== 'boolean') return undefined
  return { hash, at, answered }
}

/** Web Locks, or a queue of this page's own where there are none: then two tabs have only the browser's own order. */
function pageLock(): Lock {
  if (typeof navigator !== 'undefined' && navigator.locks) {
    return (job) => navigator.locks.request('portico-walletconnect', job) as ReturnType<typeof job>
  }
  let last: Promise<unknown> = Promise.resolve()
  return (job) => {
    const result = last.then(job)
    last = result.catch(() => undefined)
    return result
  }
}
