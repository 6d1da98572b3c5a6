import type { WalletSession } from '../connector/WalletSession.ts'

/** The session behind each provider of this package. Only this package reads it. */
export const providerSessions: WeakMap<object, WalletSession> = new WeakMap()
