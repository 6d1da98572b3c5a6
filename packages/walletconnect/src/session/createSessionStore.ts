/*
 * Everything that survives a reload, shared by all tabs of a site: the client's seed, the sessions, the ids of pending
 * requests, and which messages were answered. Every change reads and writes under one lock (Web Locks where the
 * browser has them), so that two tabs never overwrite each other's changes.
 */
import { createEmitter, type KeyValueStorage } from '@portico/core'
import { generateKey, isHex32 } from '@portico/protocol/walletconnect'
import type { PageSignals } from '../relay/pageSignals.ts'
import { parseSession, type Session } from './Session.ts'
import { storageKeys } from './storageKeys.ts'

/** Runs one job at a time across all tabs of a site. */
export type Lock = <T>(job: () => Promise<T>) => Promise<T>

/** The sessions after and before a change. */
export type SessionsChange = { after: readonly Session[]; before: readonly Session[] }

/** One tab's access to what all tabs share. */
export type SessionStore = {
  /** Returns the Ed25519 seed of the client id at relays. Created on first use and then kept. */
  getSeed(): Promise<string>
  /** Returns the sessions that have not expired, the oldest first. */
  getSessions(): readonly Session[]
  updateSessions(change: (sessions: readonly Session[]) => readonly Session[]): Promise<void>
  /** Calls `listener` after each change, in this tab or another. Returns an unsubscribe function. */
  onSessions(listener: (change: SessionsChange) => void): () => void
  /** Records a pending request, so that other tabs leave its response in the mailbox. `expiry`: seconds since epoch. */
  addPending(id: string, expiry: number): Promise<void>
  removePending(id: string): Promise<void>
  /** Whether any tab waits for the response with this id. */
  isPending(id: string): boolean
  /**
   * Decides which tab answers a message: the first to claim it. Another tab may claim it again if the first one has
   * not answered within 15 seconds.
   */
  claimMessage(hash: string): Promise<'ours' | 'theirs' | 'answered'>
  /** Records that a message was answered, so that no tab answers it again. */
  markAnswered(hash: string): Promise<void>
  destroy(): void
}

type Claim = { hash: string; at: number; answered: boolean }

/** Milliseconds after which a tab that claimed a message without answering it counts as closed. */
const claimTimeoutMs = 15_000
const maxClaims = 100

export function createSessionStore({
  storage,
  page,
  lock = pageLock(),
}: {
  storage: KeyValueStorage
  page: PageSignals
  lock?: Lock | undefined
}): SessionStore {
  const changes = createEmitter<SessionsChange>()
  let text = storage.getItem(storageKeys.sessions)
  let sessions = parseSessions(text)
  let expiryTimer: ReturnType<typeof setTimeout> | undefined
  let isDestroyed = false

  function refresh() {
    const next = storage.getItem(storageKeys.sessions)
    const isSame = next === text
    const after = isSame ? sessions.filter(isAlive) : parseSessions(next)
    if (isSame && after.length === sessions.length) return
    const before = sessions
    text = next
    sessions = after
    watchExpiry()
    changes.emit({ after, before })
  }

  /** Schedules a refresh for the moment the next session expires. */
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

  const unsubscribeStorage = page.onStorage((key) => {
    if (key === null || key === storageKeys.sessions) refresh()
  })
  watchExpiry()

  function readList<T>(key: string, parse: (value: unknown) => T | undefined): T[] {
    return parseList(storage.getItem(key)).flatMap((entry) => parse(entry) ?? [])
  }

  return {
    getSeed: () =>
      lock(async () => {
        const stored = storage.getItem(storageKeys.seed)
        if (isHex32(stored)) return stored
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
        const next = change(parseSessions(storage.getItem(storageKeys.sessions)))
        if (next.length === 0) storage.removeItem(storageKeys.sessions)
        else storage.setItem(storageKeys.sessions, JSON.stringify(next))
      })
      refresh()
    },
    onSessions: changes.on,
    addPending: (id, expiry) =>
      lock(async () => {
        const others = readList(storageKeys.pending, parsePending)
        storage.setItem(storageKeys.pending, JSON.stringify([...others, { id, expiry }]))
      }),
    removePending: (id) =>
      lock(async () => {
        const others = readList(storageKeys.pending, parsePending).filter((pending) => pending.id !== id)
        if (others.length === 0) storage.removeItem(storageKeys.pending)
        else storage.setItem(storageKeys.pending, JSON.stringify(others))
      }),
    isPending: (id) => readList(storageKeys.pending, parsePending).some((pending) => pending.id === id),
    claimMessage: (hash) =>
      lock(async () => {
        const claims = readList(storageKeys.answered, parseClaim)
        const existing = claims.find((claim) => claim.hash === hash)
        if (existing?.answered) return 'answered'
        if (existing && existing.at + claimTimeoutMs > Date.now()) return 'theirs'
        const others = claims.filter((claim) => claim !== existing).slice(-maxClaims)
        const claim: Claim = { hash, at: Date.now(), answered: false }
        storage.setItem(storageKeys.answered, JSON.stringify([...others, claim]))
        return 'ours'
      }),
    markAnswered: (hash) =>
      lock(async () => {
        const claims = readList(storageKeys.answered, parseClaim)
        const after = claims.map((claim) => (claim.hash === hash ? { ...claim, answered: true } : claim))
        storage.setItem(storageKeys.answered, JSON.stringify(after))
      }),
    destroy() {
      isDestroyed = true
      clearTimeout(expiryTimer)
      unsubscribeStorage()
    },
  }
}

function parseSessions(text: string | null): readonly Session[] {
  return parseList(text).flatMap((entry) => {
    const session = parseSession(entry)
    return session && isAlive(session) ? [session] : []
  })
}

function parseList(text: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    // Not JSON, so not written by this package: treat it as absent.
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

/** Returns Web Locks, or a queue within this page where there are none; tabs are then not synchronised. */
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
