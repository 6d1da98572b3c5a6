import type { WalletSession } from './store.ts'

/** Idle and absolute lifetime of a session, in milliseconds. */
export const sessionLimits = { idleMs: 30 * 24 * 60 * 60_000, absoluteMs: 90 * 24 * 60 * 60_000 }

/** Whether a session may still be used. */
export function isLive(
  { revokedAt, expiresAt, lastUsedAt }: Pick<WalletSession, 'revokedAt' | 'expiresAt' | 'lastUsedAt'>,
  now: number,
): boolean {
  return revokedAt === null && expiresAt > now && lastUsedAt + sessionLimits.idleMs > now
}
